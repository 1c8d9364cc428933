// path.win32: paths with '\' (and '/'), drives, UNC and device roots.
'use strict';

const { validateString } = require('internal/validators');
const { basenameOf, extensionOf, formatPath, lastSegmentEnd, lastSegmentStart, normalizeSegments, workingFolder } =
  require('internal/path/shared');

function isSeparator(character) {
  return character === '/' || character === '\\';
}

function nextSeparator(path, from) {
  return skip(path, from, false);
}

function previousSeparator(path, end) {
  while (end > 0 && !isSeparator(path[end - 1])) end--;
  return end - 1;
}

function isDriveLetter(code) {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function startsWithDrive(path) {
  return path[1] === ':' && isDriveLetter(path.charCodeAt(0));
}

function skip(path, position, wantSeparator) {
  while (position < path.length && isSeparator(path[position]) === wantSeparator) position++;
  return position;
}

// '\\server\share...': where the server and the share are, or undefined for anything else.
function findUnc(path) {
  if (!isSeparator(path[1])) return undefined;
  const serverEnd = skip(path, 2, false);
  if (serverEnd === 2 || serverEnd === path.length) return undefined;
  const shareStart = skip(path, serverEnd, true);
  if (shareStart === path.length) return undefined;
  const shareEnd = skip(path, shareStart, false);
  return { server: path.slice(2, serverEnd), share: path.slice(shareStart, shareEnd), shareEnd, serverEnd };
}

// { device, rootEnd, absolute }: the drive or share, where the root ends, whether it is a root.
function splitRoot(path) {
  if (isSeparator(path[0])) {
    const unc = findUnc(path);
    if (unc === undefined) return { device: '', rootEnd: 1, absolute: true };
    const { server, share, shareEnd, serverEnd } = unc;
    if (server === '.' || server === '?') return { device: `\\\\${server}`, rootEnd: serverEnd, absolute: true };
    return { device: `\\\\${server}\\${share}`, rootEnd: shareEnd, absolute: true };
  }
  if (startsWithDrive(path)) {
    const absolute = path.length > 2 && isSeparator(path[2]);
    return { device: path.slice(0, 2), rootEnd: absolute ? 3 : 2, absolute };
  }
  return { device: '', rootEnd: 0, absolute: false };
}

function resolve(...paths) {
  let device = '';
  let tail = '';
  let absolute = false;
  for (let i = paths.length - 1; i >= -1; i--) {
    const path = i >= 0 ? paths[i] : driveFolder(device);
    if (i >= 0) validateString(path, `paths[${i}]`);
    if (path.length === 0) continue;
    const root = splitRoot(path);
    if (root.device !== '') {
      if (device === '') device = root.device;
      else if (root.device.toLowerCase() !== device.toLowerCase()) continue;
    }
    if (absolute) {
      if (device !== '') break;
    } else {
      tail = `${path.slice(root.rootEnd)}\\${tail}`;
      absolute = root.absolute;
      if (absolute && device !== '') break;
    }
  }
  tail = normalizeSegments(tail, !absolute, '\\', nextSeparator);
  return absolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
}

// The folder that a path without a root starts from; every drive may have its own.
function driveFolder(device) {
  if (device === '') return workingFolder();
  const folder = process.env[`=${device}`] || workingFolder();
  return folder.slice(0, 2).toLowerCase() !== device.toLowerCase() && folder[2] === '\\' ?
    `${device}\\` :
    folder;
}

function normalize(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  if (path.length === 1) return path === '/' ? '\\' : path;
  let { device, rootEnd, absolute } = splitRoot(path);
  const deviceEnd = reservedDeviceEnd(path, device, absolute);
  if (deviceEnd > 0) {
    device = absolute ? `\\\\?\\${path.slice(4, deviceEnd)}` : path.slice(0, deviceEnd);
    rootEnd = deviceEnd;
  }
  let tail = rootEnd < path.length ? normalizeSegments(path.slice(rootEnd), !absolute, '\\', nextSeparator) : '';
  if (tail === '' && !absolute) tail = '.';
  if (tail !== '' && isSeparator(path[path.length - 1])) tail += '\\';
  if (!absolute && looksLikeDevice(path, tail, device)) return `.\\${device}${tail}`;
  return `${device}${absolute ? '\\' : ''}${tail}`;
}

const reservedName = /^(?:CON|PRN|AUX|NUL|(?:COM|LPT)[1-9\u00B9\u00B2\u00B3])$/i;

// Where 'CON:' ends in 'CON:...' and '\\?\CON:...', or 0.
function reservedDeviceEnd(path, device, absolute) {
  const position = path.indexOf(':');
  if (position <= 0) return 0;
  if (device === '' && !absolute) return reservedName.test(path.slice(0, position)) ? position + 1 : 0;
  const isNamespace = device === '\\\\?' || device === '\\\\.';
  return isNamespace && reservedName.test(path.slice(4, position)) ? position + 1 : 0;
}

// A relative path must not become that of a drive or a device by losing its first segments:
// such a one gets '.\' in front.
function looksLikeDevice(path, tail, device) {
  if (startsWithReservedName(path)) return true;
  if (device !== '' || !path.includes(':')) return false;
  if (startsWithDrive(tail)) return true;
  for (let i = path.indexOf(':'); i !== -1; i = path.indexOf(':', i + 1)) {
    if (i === path.length - 1 || isSeparator(path[i + 1])) return true;
  }
  return false;
}

// 'CON:...'; without a colon, also 'CON' and one more character: so does Node.
function startsWithReservedName(path) {
  return reservedName.test(path.slice(0, path.indexOf(':')));
}

function isAbsolute(path) {
  validateString(path, 'path');
  return isSeparator(path[0]) || (startsWithDrive(path) && isSeparator(path[2]));
}

function join(...paths) {
  let joined;
  let first;
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i];
    validateString(path, 'path');
    if (path.length === 0) continue;
    if (joined === undefined) joined = first = path;
    else joined += `\\${path}`;
  }
  if (joined === undefined) return '.';
  // Two separators in front name a server only if the first argument said so.
  const slashes = skip(first, 0, true);
  const namesServer = slashes === 2 && first.length > 2;
  if (!namesServer) {
    const leading = skip(joined, 0, true);
    if (leading >= 2) joined = `\\${joined.slice(leading)}`;
  }
  // Taking back segments of a device's name could lead out of a folder.
  if (joined.split('\\').some((part) => part.includes(':') && startsWithReservedName(part))) {
    return joined.replaceAll('/', '\\');
  }
  return normalize(joined);
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  const source = resolve(from);
  const target = resolve(to);
  if (source === target || source.toLowerCase() === target.toLowerCase()) return '';
  const sourceParts = segmentsOf(source);
  const targetParts = segmentsOf(target);
  let shared = 0;
  while (shared < sourceParts.length && shared < targetParts.length &&
         sourceParts[shared].toLowerCase() === targetParts[shared].toLowerCase()) shared++;
  if (shared === 0 && sourceParts.length > 0 && targetParts.length > 0) return target;
  return [...new Array(sourceParts.length - shared).fill('..'), ...targetParts.slice(shared)].join('\\');
}

function segmentsOf(path) {
  const trimmed = path.replace(/^\\+|\\+$/g, '');
  return trimmed === '' ? [] : trimmed.split('\\');
}

// The form that lifts the system's limit on a path's length.
function toNamespacedPath(path) {
  if (typeof path !== 'string' || path === '') return path;
  const resolved = resolve(path);
  if (resolved.length < 3) return path;
  if (!resolved.startsWith('\\\\')) {
    return startsWithDrive(resolved) && resolved[2] === '\\' ? `\\\\?\\${resolved}` : resolved;
  }
  const isNamespaced = resolved[2] === '?' || resolved[2] === '.';
  return isNamespaced ? resolved : `\\\\?\\UNC${resolved.slice(1)}`;
}

// Where the root of a path ends, its separator included.
function rootEndOf(path) {
  if (isSeparator(path[0])) {
    const unc = findUnc(path);
    if (unc === undefined) return 1;
    return Math.min(unc.shareEnd + 1, path.length);
  }
  if (!startsWithDrive(path)) return 0;
  return isSeparator(path[2]) ? 3 : 2;
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  const rootEnd = rootEndOf(path);
  const end = lastSegmentEnd(path, rootEnd, nextSeparator);
  const start = lastSegmentStart(path, rootEnd, end, previousSeparator);
  if (start > rootEnd) return path.slice(0, start - 1);
  return rootEnd === 0 ? '.' : path.slice(0, rootEnd);
}

function basename(path, suffix) {
  if (suffix !== undefined) validateString(suffix, 'suffix');
  validateString(path, 'path');
  return basenameOf(path, suffix, startsWithDrive(path) ? 2 : 0, nextSeparator, previousSeparator);
}

function extname(path) {
  return extensionOf(basename(path));
}

function format(pathObject) {
  return formatPath('\\', pathObject);
}

function parse(path) {
  validateString(path, 'path');
  const rootEnd = rootEndOf(path);
  const root = path.slice(0, rootEnd);
  const end = lastSegmentEnd(path, rootEnd, nextSeparator);
  const start = lastSegmentStart(path, rootEnd, end, previousSeparator);
  const base = path.slice(start, end);
  const ext = extensionOf(base);
  const dir = start > rootEnd ? path.slice(0, start - 1) : root;
  return { root, dir, base, ext, name: base.slice(0, base.length - ext.length) };
}

function matchesGlob(path, pattern) {
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  return require('internal/path/glob').matches(path, pattern, true);
}

const win32 = module.exports = {
  resolve,
  normalize,
  isAbsolute,
  join,
  relative,
  toNamespacedPath,
  dirname,
  basename,
  extname,
  format,
  parse,
  matchesGlob,
  sep: '\\',
  delimiter: ';',
  win32: undefined,
  posix: require('path/posix'),
  _makeLong: toNamespacedPath,
};
win32.win32 = win32;
