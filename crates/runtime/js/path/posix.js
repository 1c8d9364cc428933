// path.posix: paths with '/'.
'use strict';

const { basenameOf, extensionOf, formatPath, lastSegmentEnd, lastSegmentStart, normalizeSegments, workingFolder } =
  require('internal/path/shared');

// The checks proper are loaded when something is wrong: a start needs this file, but not them.
function validateString(value, name) {
  if (typeof value !== 'string') require('internal/validators').validateString(value, name);
}

function nextSlash(path, from) {
  while (from < path.length && path[from] !== '/') from++;
  return from;
}

function previousSlash(path, end) {
  while (end > 0 && path[end - 1] !== '/') end--;
  return end - 1;
}

// Whether nothing is to be taken out of a path, which most are: native code finds out.
function isNormal(path) {
  return path[0] !== '.' && !path.includes('//') && !path.includes('/.');
}

function resolve(...paths) {
  let resolved = '';
  for (let i = paths.length - 1; i >= 0; i--) {
    const path = paths[i];
    validateString(path, `paths[${i}]`);
    if (path.length === 0) continue;
    resolved = resolved === '' ? path : `${path}/${resolved}`;
    if (path[0] === '/') return normalAbsolute(resolved);
  }
  const folder = workingFolder();
  resolved = resolved === '' ? folder : `${folder}/${resolved}`;
  if (folder[0] === '/') return normalAbsolute(resolved);
  return normalizeSegments(resolved, true, '/', nextSlash) || '.';
}

function normalAbsolute(path) {
  if (isNormal(path) && path[path.length - 1] !== '/') return path;
  return `/${normalizeSegments(path, false, '/', nextSlash)}`;
}

function normalize(path) {
  validateString(path, 'path');
  if (path === '') return '.';
  if (isNormal(path)) return path;
  const root = path[0] === '/' ? '/' : '';
  const rest = normalizeSegments(path, root === '', '/', nextSlash);
  const end = path[path.length - 1] === '/' ? '/' : '';
  return rest === '' ? root || `.${end}` : root + rest + end;
}

function isAbsolute(path) {
  validateString(path, 'path');
  return path[0] === '/';
}

function join(...paths) {
  let joined = '';
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i];
    validateString(path, 'path');
    if (path.length > 0) joined = joined === '' ? path : `${joined}/${path}`;
  }
  return joined === '' ? '.' : normalize(joined);
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  from = resolve(from);
  to = resolve(to);
  if (from === to) return '';
  // As segments with a separator in front of each: the root has none.
  if (from === '/') from = '';
  if (to === '/') to = '';
  const shared = sharedLength(from, to);
  let ups = '';
  for (let i = shared; i < from.length; i++) {
    if (from[i] === '/') ups = ups === '' ? '..' : `${ups}/..`;
  }
  const rest = to.substring(shared + 1);
  return ups !== '' && rest !== '' ? `${ups}/${rest}` : ups + rest;
}

// The length of the segments that both paths start with.
function sharedLength(a, b) {
  const shorter = Math.min(a.length, b.length);
  let shared = 0;
  let i = 0;
  for (; i < shorter && a[i] === b[i]; i++) {
    if (a[i] === '/') shared = i;
  }
  const longer = a.length > b.length ? a : b;
  return i === shorter && (i === longer.length || longer[i] === '/') ? i : shared;
}

function toNamespacedPath(path) {
  return path;
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  const floor = path[0] === '/' ? 1 : 0;
  const end = lastSegmentEnd(path, floor, nextSlash);
  const start = lastSegmentStart(path, floor, end, previousSlash);
  if (start === 0) return '.';
  // '//' in front is kept where nothing else is.
  if (start === 2 && floor === 1) return '//';
  return start === 1 ? '/' : path.substring(0, start - 1);
}

function basename(path, suffix) {
  if (suffix !== undefined) validateString(suffix, 'suffix');
  validateString(path, 'path');
  return basenameOf(path, suffix, 0, nextSlash, previousSlash);
}

function extname(path) {
  validateString(path, 'path');
  return extensionOf(basenameOf(path, undefined, 0, nextSlash, previousSlash));
}

function format(pathObject) {
  return formatPath('/', pathObject);
}

function parse(path) {
  validateString(path, 'path');
  const floor = path[0] === '/' ? 1 : 0;
  const root = floor === 1 ? '/' : '';
  const end = lastSegmentEnd(path, floor, nextSlash);
  const start = lastSegmentStart(path, floor, end, previousSlash);
  const base = path.substring(start, end);
  // '..' right behind the root has an extension: so it is in Node.
  const ext = base === '..' && floor === 1 && start === 1 ? '.' : extensionOf(base);
  const dir = start > floor ? path.substring(0, start - 1) : root;
  return { root, dir, base, ext, name: base.substring(0, base.length - ext.length) };
}

function matchesGlob(path, pattern) {
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  return require('internal/path/glob').matches(path, pattern, false);
}

const posix = module.exports = {
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
  sep: '/',
  delimiter: ':',
  // Few programs want the other system's paths: loaded when asked for.
  get win32() {
    return posix.win32 = require('path/win32');
  },
  set win32(value) {
    Object.defineProperty(
      posix, 'win32', { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  },
  posix: undefined,
  _makeLong: toNamespacedPath,
};
posix.posix = posix;
