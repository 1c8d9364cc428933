// node:util. What is not small is in a file of its own, loaded when it is first used.
'use strict';

const { codes } = require('internal/errors');
const { defineLazyProperties } = require('internal/util');

const { ERR_INVALID_ARG_TYPE } = codes;

function requireConstructor(value, name) {
  if (value === undefined || value === null) throw new ERR_INVALID_ARG_TYPE(name, 'Function', value);
}

function inherits(ctor, superCtor) {
  requireConstructor(ctor, 'ctor');
  requireConstructor(superCtor, 'superCtor');
  const { prototype } = superCtor;
  if (prototype === undefined) throw new ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object', prototype);
  const link = { __proto__: null, value: superCtor, writable: true, configurable: true };
  Object.setPrototypeOf(Object.defineProperty(ctor, 'super_', link).prototype, prototype);
}

function isDeepStrictEqual(a, b, skipPrototype) {
  return require('internal/util/comparisons').isDeepStrictEqual(a, b, skipPrototype);
}

function stripVTControlCharacters(str) {
  require('internal/validators').validateString(str, 'str');
  return require('internal/util/control_sequences').stripControlSequences(str);
}

function toUSVString(input) {
  return `${input}`.toWellFormed();
}

function convertProcessSignalToExitCode(signalCode) {
  const { signals } = require('os').constants;
  require('internal/validators').validateOneOf(signalCode, 'signalCode', Object.keys(signals));
  return 128 + signals[signalCode];
}

function markPromiseAsHandled(promise) {
  if (!require('internal/util/types').isPromise(promise)) {
    throw new ERR_INVALID_ARG_TYPE('promise', 'Promise', promise);
  }
  Promise.prototype.then.call(promise, undefined, () => {});
}

function missing(name) {
  return () => { throw new codes.ERR_NOT_IMPLEMENTED(`util.${name}()`); };
}

// The properties in node's order: a value, or the name of the file that exports it.
const properties = {
  _errnoException: 'internal/util/system_errors',
  _exceptionWithHostPort: 'internal/util/system_errors',
  _extend: 'internal/util/deprecated',
  callbackify: 'internal/util/promisify',
  convertProcessSignalToExitCode,
  debug: 'internal/util/debuglog',
  debuglog: 'internal/util/debuglog',
  deprecate: 'internal/util/deprecate',
  format: 'internal/util/inspect/format',
  styleText: 'internal/util/style_text',
  formatWithOptions: 'internal/util/inspect/format',
  getCallSites: 'internal/util/call_sites',
  getSystemErrorMap: 'internal/util/system_errors',
  getSystemErrorName: 'internal/util/system_errors',
  getSystemErrorMessage: 'internal/util/system_errors',
  inherits,
  inspect: 'internal/util/inspect',
  isArray: 'internal/util/deprecated',
  isDeepStrictEqual,
  markPromiseAsHandled,
  promisify: 'internal/util/promisify',
  stripVTControlCharacters,
  toUSVString,
  transferableAbortSignal: 'internal/abort_controller',
  transferableAbortController: 'internal/abort_controller',
  aborted: 'internal/util/aborted',
  types: require('util/types'),
  parseEnv: 'internal/util/parse_env',
  parseArgs: 'internal/util/parse_args',
  TextDecoder: 'internal/encoding',
  TextEncoder: 'internal/encoding',
  MIMEType: 'internal/mime',
  MIMEParams: 'internal/mime',
  diff: 'internal/util/diff',
  debounce: missing('debounce'),
  throttle: missing('throttle'),
  setTraceSigInt: missing('setTraceSigInt'),
};

for (const name of Object.keys(properties)) {
  const source = properties[name];
  if (typeof source === 'string') defineLazyProperties(module.exports, source, [name]);
  else module.exports[name] = source;
}
