// Facts about the process: versions, arguments, time, memory.
'use strict';

const native = binding('process');

// Each is fixed, but a program may add its own.
function versions(self) {
  const all = { __proto__: null, node: self.version.slice(1), ...native.versions() };
  const list = {};
  for (const name of Object.keys(all)) {
    Object.defineProperty(list, name, { value: all[name], enumerable: true, configurable: true, writable: false });
  }
  return list;
}

function release(self) {
  return {
    name: 'node',
    sourceUrl: `https://nodejs.org/download/release/${self.version}/node-${self.version}.tar.gz`,
    headersUrl: `https://nodejs.org/download/release/${self.version}/node-${self.version}-headers.tar.gz`,
  };
}

function argv() {
  const [kind, text] = native.program();
  const list = [native.execPath()];
  if (kind === 'worker') list.push(text);
  else if (kind === 'file') list.push(require('path').resolve(text));
  else if (kind === 'stdin') list.push('-');
  return list.concat(native.arguments());
}

function hrtime(previous) {
  const now = native.hrtime();
  const seconds = Math.floor(now / 1e9);
  const nanos = now - seconds * 1e9;
  if (previous === undefined) return [seconds, nanos];
  const { validateArray } = require('internal/validators');
  validateArray(previous, 'time');
  if (previous.length !== 2) {
    const { ERR_OUT_OF_RANGE } = require('internal/errors').codes;
    throw new ERR_OUT_OF_RANGE('time', 2, previous.length);
  }
  const difference = nanos - previous[1];
  if (difference < 0) return [seconds - previous[0] - 1, difference + 1e9];
  return [seconds - previous[0], difference];
}

hrtime.bigint = function hrtimeBigInt() {
  return native.hrtimeBigint();
};

function uptime() {
  return native.uptime();
}

function memoryUsage() {
  const [rss, heapTotal, heapUsed, external, arrayBuffers] = native.memoryUsage();
  return { rss, heapTotal, heapUsed, external, arrayBuffers };
}

memoryUsage.rss = function rss() {
  return native.memoryUsage()[0];
};

// The time since an earlier measurement, or since the start.
function timeSince(times, previous) {
  const user = times[0];
  const system = times[1];
  if (previous === undefined) return { user, system };
  const { validateObject, validateNumber } = require('internal/validators');
  validateObject(previous, 'prevValue');
  for (const key of ['user', 'system']) {
    const value = previous[key];
    validateNumber(value, `prevValue.${key}`);
    if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) continue;
    const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_VALUE.RangeError(`prevValue.${key}`, value);
  }
  return { user: user - previous.user, system: system - previous.system };
}

function cpuUsage(previous) {
  return timeSince(native.cpuUsage(), previous);
}

function threadCpuUsage(previous) {
  return timeSince(native.threadCpuUsage(), previous);
}

// Linux does not count what is 0 here.
function resourceUsage() {
  const [
    userCPUTime, systemCPUTime, maxRSS, minorPageFault, majorPageFault, fsRead, fsWrite,
    voluntaryContextSwitches, involuntaryContextSwitches,
  ] = native.resourceUsage();
  return {
    userCPUTime,
    systemCPUTime,
    maxRSS,
    sharedMemorySize: 0,
    unsharedDataSize: 0,
    unsharedStackSize: 0,
    minorPageFault,
    majorPageFault,
    swappedOut: 0,
    fsRead,
    fsWrite,
    ipcSent: 0,
    ipcReceived: 0,
    signalsCount: 0,
    voluntaryContextSwitches,
    involuntaryContextSwitches,
  };
}

// The group of the process counts among them, whether or not the system lists it.
function getgroups() {
  const groups = Array.from(native.groups());
  const own = native.ids()[3];
  if (!groups.includes(own)) groups.push(own);
  return groups;
}

// Of the Node release that rondo follows: addons that were built for another do not load there.
const kModuleVersion = 147;

function config() {
  const variables = Object.freeze({
    napi_build_version: '0',
    node_module_version: kModuleVersion,
    node_shared: false,
    // Types are taken out of TypeScript.
    node_use_amaro: true,
    v8_enable_i18n_support: typeof Intl === 'object' ? 1 : 0,
  });
  return Object.freeze({ target_defaults: Object.freeze({}), variables });
}

// Objects that keep the loop alive, or not: `process.ref(object)`.
function callOptional(object, symbol, name) {
  const method = object?.[symbol] ?? object?.[name];
  if (typeof method === 'function') method.call(object);
}

function ref(maybeRefable) {
  callOptional(maybeRefable, Symbol.for('nodejs.ref'), 'ref');
}

function unref(maybeRefable) {
  callOptional(maybeRefable, Symbol.for('nodejs.unref'), 'unref');
}

// Variables of a file, unless the environment has them already.
function loadEnvFile(path = undefined) {
  const file = path == null ? '.env' : require('internal/fs/validate').getValidatedPath(path);
  const text = require('fs').readFileSync(file, 'utf8');
  for (const [name, value] of Object.entries(require('util').parseEnv(text))) {
    if (native.envGet(name) === undefined) process.env[name] = value;
  }
}

module.exports = {
  versions,
  release,
  argv,
  hrtime,
  uptime,
  memoryUsage,
  cpuUsage,
  threadCpuUsage,
  resourceUsage,
  constrainedMemory: () => native.constrainedMemory(),
  availableMemory: () => native.availableMemory(),
  getgroups,
  getuid: () => native.ids()[0],
  geteuid: () => native.ids()[1],
  getgid: () => native.ids()[2],
  getegid: () => native.ids()[3],
  loadEnvFile,
  ref,
  unref,
  features: {
    inspector: false,
    debug: false,
    uv: true,
    ipv6: true,
    tls_alpn: false,
    tls_sni: false,
    tls_ocsp: false,
    tls: false,
    openssl_is_boringssl: false,
    cached_builtins: true,
    require_module: require('internal/process/options').getOption('--require-module') !== false,
    dtls: false,
    quic: false,
    typescript: require('internal/process/options').getOption('--strip-types') === false ? false : 'strip',
  },
  config,
};
