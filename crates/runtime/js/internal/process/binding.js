// process.binding(), of old: of the bindings that Node shows there are the checks of types, the names of system errors and the
// constants, which old packages ask for.
'use strict';

// Those that Node has, besides.
const kAbsent = [
  'async_wrap', 'buffer', 'cares_wrap', 'config', 'contextify', 'fs', 'fs_event_wrap', 'icu', 'inspector',
  'js_stream', 'natives', 'os', 'pipe_wrap', 'process_wrap', 'spawn_sync', 'stream_wrap', 'tcp_wrap', 'tls_wrap',
  'tty_wrap', 'udp_wrap', 'v8', 'zlib',
];

const kChecks = [
  'isAnyArrayBuffer', 'isArrayBuffer', 'isArrayBufferView', 'isAsyncFunction', 'isDataView', 'isDate', 'isExternal',
  'isMap', 'isMapIterator', 'isNativeError', 'isPromise', 'isRegExp', 'isSet', 'isSetIterator', 'isTypedArray',
  'isUint8Array',
];

const makers = {
  __proto__: null,
  constants: makeConstants,
  util: makeChecks,
  uv: makeErrors,
};

function makeChecks() {
  const { types } = require('util');
  return Object.fromEntries(kChecks.map((check) => [check, types[check]]));
}

function makeConstants() {
  return {
    __proto__: null,
    os: require('os').constants,
    fs: require('fs').constants,
    crypto: require('crypto').constants,
    zlib: require('zlib').constants,
  };
}

function makeErrors() {
  const { getSystemErrorMap, getSystemErrorMessage, getSystemErrorName } = require('internal/util/system_errors');
  const errors = { errname: isPending() ? warnOfNames(getSystemErrorName) : getSystemErrorName };
  const map = getSystemErrorMap();
  const names = [];
  Map.prototype.forEach.call(map, ({ 0: name }, errno) => names.push([`UV_${name}`, errno]));
  names.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  for (const { 0: name, 1: errno } of names) errors[name] = errno;
  return Object.assign(errors, { getErrorMap: getSystemErrorMap, getErrorMessage: getSystemErrorMessage });
}

function warnOfNames(getSystemErrorName) {
  const text = "Directly calling process.binding('uv').errname(<val>) is being deprecated. " +
    'Please make sure to use util.getSystemErrorName() instead.';
  return require('internal/util/deprecate').deprecate(getSystemErrorName, text, 'DEP0119');
}

function isPending() {
  return require('internal/process/options').getOption('--pending-deprecation') === true;
}

const made = new Map();
let isWarned = false;

function warnOnce() {
  if (isWarned || !isPending()) return;
  isWarned = true;
  process.emitWarning(
    'process.binding() is deprecated. Please use public APIs instead.', 'DeprecationWarning', 'DEP0111');
}

// (The name of this function is that of the library's own way to bindings, which has no other use here.)
function oldBinding(name) {
  const { codes } = require('internal/errors');
  if (binding('permission').state() !== 0) {
    const error = new Error('process.binding');
    throw Object.assign(error, { code: 'ERR_ACCESS_DENIED', permission: '', resource: '' });
  }
  const module = `${name}`;
  warnOnce();
  if (makers[module] !== undefined) {
    if (!made.has(module)) made.set(module, makers[module]());
    return made.get(module);
  }
  if (kAbsent.includes(module)) throw new codes.ERR_NOT_IMPLEMENTED(`process.binding('${module}')`);
  throw new Error(`No such module: ${module}`);
}
Object.defineProperty(oldBinding, 'name', { __proto__: null, value: 'binding', configurable: true });

module.exports = { binding: oldBinding };
