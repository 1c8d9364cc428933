// os: what the operating system tells of itself.
'use strict';

const system = binding('os');
const { codes } = require('internal/errors');
const { validateInt32 } = require('internal/validators');

// A binding reports failure by a number (a negative errno).
function checked(result, syscall) {
  if (typeof result !== 'number') return result;
  const { uvErrmapGet } = require('internal/errors');
  const [code, message] = uvErrmapGet(result) ?? ['UNKNOWN', 'unknown error'];
  throw new codes.ERR_SYSTEM_ERROR({ errno: result, code, message, syscall });
}

let unameResult;
function uname() {
  unameResult ??= checked(system.uname(), 'uv_os_uname');
  return unameResult;
}

function arch() {
  return process.arch;
}

function platform() {
  return process.platform;
}

function endianness() {
  return 'LE';
}

function type() {
  return uname().sysname;
}

function release() {
  return uname().release;
}

function version() {
  return uname().version;
}

function machine() {
  return uname().machine;
}

function hostname() {
  return checked(system.hostname(), 'uv_os_gethostname');
}

function homedir() {
  return process.env.HOME || checked(system.homedir(), 'uv_os_homedir');
}

function tmpdir() {
  const { TMPDIR, TMP, TEMP } = process.env;
  const folder = TMPDIR || TMP || TEMP || '/tmp';
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
}

function uptime() {
  return system.uptime();
}

function freemem() {
  return system.freemem();
}

function totalmem() {
  return system.totalmem();
}

function loadavg() {
  return system.loadavg();
}

function availableParallelism() {
  return system.availableParallelism();
}

function cpus() {
  return system.cpus();
}

// The binding lists addresses; here they are grouped by interface, with their CIDR notation.
function networkInterfaces() {
  const byName = {};
  for (const { name, address, netmask, family, mac, internal, scopeid } of checked(
    system.networkInterfaces(), 'uv_interface_addresses')) {
    const entry = { address, netmask, family, mac, internal, cidr: cidr(address, netmask, family) };
    if (family === 'IPv6') entry.scopeid = scopeid;
    (byName[name] ??= []).push(entry);
  }
  return byName;
}

// 'address/bits', or null for a netmask that is not ones followed by zeros.
function cidr(address, netmask, family) {
  const isV6 = family === 'IPv6';
  const groups = isV6 ? expandGroups(netmask) : netmask.split('.').map(Number);
  const width = isV6 ? 16 : 8;
  let bits = 0;
  let ended = false;
  for (const group of groups) {
    const ones = countLeadingOnes(group, width);
    if (ones === -1 || (ended && ones > 0)) return null;
    bits += ones;
    ended ||= ones < width;
  }
  return `${address}/${bits}`;
}

// The eight 16-bit groups of an IPv6 address.
function expandGroups(address) {
  const [head, tail] = address.split('::');
  const parse = (text) => (text ? text.split(':').map((group) => parseInt(group, 16)) : []);
  const first = parse(head);
  const last = parse(tail);
  return [...first, ...new Array(8 - first.length - last.length).fill(0), ...last];
}

// -1 where a one follows a zero.
function countLeadingOnes(value, width) {
  let ones = 0;
  while (ones < width && value & (1 << (width - 1 - ones))) ones++;
  return value & ((1 << (width - ones)) - 1) ? -1 : ones;
}

function getPriority(pid) {
  if (pid === undefined) pid = 0;
  validateInt32(pid, 'pid');
  const { priority, errno } = system.getPriority(pid);
  if (errno !== undefined) checked(errno, 'uv_os_getpriority');
  return priority;
}

function setPriority(pid, priority) {
  if (priority === undefined) {
    priority = pid;
    pid = 0;
  }
  validateInt32(pid, 'pid');
  validateInt32(priority, 'priority', -20, 19);
  const errno = system.setPriority(pid, priority);
  if (errno < 0) checked(errno, 'uv_os_setpriority');
}

function userInfo(options) {
  const encoding = typeof options === 'object' && options !== null ? options.encoding : undefined;
  const { uid, gid, username, homedir: home, shell } = checked(system.userInfo(), 'uv_os_get_passwd');
  const text = (value) => (value === null ? null : encodeAs(value, encoding));
  return { __proto__: null, uid, gid, username: text(username), homedir: text(home), shell: text(shell) };
}

// What is no encoding leaves the text as it is.
function encodeAs(value, encoding) {
  if (encoding === undefined) return value;
  const { Buffer } = require('buffer');
  if (encoding === 'buffer') return Buffer.from(value);
  return Buffer.isEncoding(encoding) ? Buffer.from(value).toString(encoding) : value;
}

module.exports = {
  arch,
  availableParallelism,
  cpus,
  endianness,
  freemem,
  getPriority,
  homedir,
  hostname,
  loadavg,
  networkInterfaces,
  platform,
  release,
  setPriority,
  tmpdir,
  totalmem,
  type,
  userInfo,
  uptime,
  version,
  machine,
};

// `${os.hostname}` reads as `os.hostname()`.
for (const fn of [
  arch, availableParallelism, endianness, freemem, homedir, hostname, machine, platform, release,
  tmpdir, totalmem, type, uptime, version,
]) {
  fn[Symbol.toPrimitive] = () => fn();
}

Object.defineProperties(module.exports, {
  constants: { __proto__: null, value: require('internal/os/constants'), enumerable: true },
  EOL: { __proto__: null, value: '\n', enumerable: true, configurable: true },
  devNull: { __proto__: null, value: '/dev/null', enumerable: true, configurable: true },
});
