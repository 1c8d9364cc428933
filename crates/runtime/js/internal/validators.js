// Checks of arguments that throw Node's errors.
'use strict';

// Loaded when something is wrong, which is seldom.
function codes() {
  return require('internal/errors').codes;
}

function validateString(value, name) {
  if (typeof value !== 'string') throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'string', value);
}

function validateStringWithoutNullBytes(value, name) {
  validateString(value, name);
  if (value.includes('\0')) {
    throw new (codes().ERR_INVALID_ARG_VALUE)(name, value, 'must be a string without null bytes');
  }
}

function validateFunction(value, name) {
  if (typeof value !== 'function') throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'Function', value);
}

function validateBoolean(value, name) {
  if (typeof value !== 'boolean') throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'boolean', value);
}

function validateUndefined(value, name) {
  if (value !== undefined) throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'undefined', value);
}

function validateThisInternalField(object, fieldKey, className) {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, fieldKey)) {
    throw new (codes().ERR_INVALID_THIS)(className);
  }
}

function validateNumber(value, name, min = undefined, max = undefined) {
  if (typeof value !== 'number') throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'number', value);
  if ((min != null && value < min) || (max != null && value > max) ||
      ((min != null || max != null) && Number.isNaN(value))) {
    throw new (codes().ERR_OUT_OF_RANGE)(name, describeRange(min, max), value);
  }
}

function describeRange(min, max) {
  const parts = [];
  if (min != null) parts.push(`>= ${min}`);
  if (max != null) parts.push(`<= ${max}`);
  return parts.join(' && ');
}

function validateInteger(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  if (typeof value !== 'number') throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'number', value);
  if (!Number.isInteger(value)) throw new (codes().ERR_OUT_OF_RANGE)(name, 'an integer', value);
  if (value < min || value > max) throw new (codes().ERR_OUT_OF_RANGE)(name, describeRange(min, max), value);
}

function validateInt32(value, name, min = -2147483648, max = 2147483647) {
  validateInteger(value, name, min, max);
}

function validateUint32(value, name, positive = false) {
  if (typeof value !== 'number') throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'number', value);
  if (!Number.isInteger(value)) throw new (codes().ERR_OUT_OF_RANGE)(name, 'an integer', value);
  const min = positive ? 1 : 0;
  if (value < min || value > 4294967295) {
    throw new (codes().ERR_OUT_OF_RANGE)(name, `>= ${min} && <= 4294967295`, value);
  }
}

function validateFiniteNumber(value, name) {
  if (value === undefined) return false;
  if (Number.isFinite(value)) return true;
  if (Number.isNaN(value)) return false;
  if (typeof value !== 'number') throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'number', value);
  throw new (codes().ERR_OUT_OF_RANGE)(name, 'a finite number', value);
}

// A number within [min, max], or `fallback` where there is none.
function checkRangesOrGetDefault(value, name, min, max, fallback) {
  if (!validateFiniteNumber(value, name)) return fallback;
  if (value < min || value > max) {
    throw new (codes().ERR_OUT_OF_RANGE)(name, `>= ${min} and <= ${max}`, value);
  }
  return value;
}

function validateOneOf(value, name, allowed) {
  if (allowed.includes(value)) return;
  const list = allowed.map((one) => (typeof one === 'string' ? `'${one}'` : String(one))).join(', ');
  throw new (codes().ERR_INVALID_ARG_VALUE)(name, value, `must be one of: ${list}`);
}

const kValidateObjectNone = 0;
const kValidateObjectAllowNullable = 1 << 0;
const kValidateObjectAllowArray = 1 << 1;
const kValidateObjectAllowFunction = 1 << 2;
const kValidateObjectAllowObjects = kValidateObjectAllowArray | kValidateObjectAllowFunction;
const kValidateObjectAllowObjectsAndNull = kValidateObjectAllowObjects | kValidateObjectAllowNullable;

function validateObject(value, name, options = kValidateObjectNone) {
  if (typeof value === 'object') {
    if (value === null) {
      if (options & kValidateObjectAllowNullable) return;
    } else if (!Array.isArray(value) || options & kValidateObjectAllowArray) {
      return;
    }
  } else if (typeof value === 'function' && options & kValidateObjectAllowFunction) {
    return;
  }
  throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'Object', value);
}

// A Web IDL dictionary: any object, or nothing.
function validateDictionary(value, name) {
  if (value != null && typeof value !== 'object' && typeof value !== 'function') {
    throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'a dictionary', value);
  }
}

function validateArray(value, name, minLength = 0) {
  if (!Array.isArray(value)) throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'Array', value);
  if (value.length < minLength) {
    throw new (codes().ERR_INVALID_ARG_VALUE)(name, value, `must have a length of at least ${minLength}`);
  }
}

function validateStringArray(value, name) {
  validateArray(value, name);
  for (let i = 0; i < value.length; i++) validateString(value[i], `${name}[${i}]`);
}

function validateBooleanArray(value, name) {
  validateArray(value, name);
  for (let i = 0; i < value.length; i++) validateBoolean(value[i], `${name}[${i}]`);
}

function validateAbortSignalArray(value, name) {
  validateArray(value, name);
  for (let i = 0; i < value.length; i++) {
    const element = `${name}[${i}]`;
    if (value[i] == null) throw new (codes().ERR_INVALID_ARG_TYPE)(element, 'AbortSignal', value[i]);
    validateAbortSignal(value[i], element);
  }
}

function validateAbortSignal(signal, name) {
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) {
    throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'AbortSignal', signal);
  }
}

function validateBuffer(buffer, name = 'buffer') {
  if (!ArrayBuffer.isView(buffer)) {
    throw new (codes().ERR_INVALID_ARG_TYPE)(name, ['Buffer', 'TypedArray', 'DataView'], buffer);
  }
}

// Hexadecimal data must have whole bytes.
function validateEncoding(data, encoding) {
  const { length } = data;
  if (length % 2 !== 0 && typeof encoding === 'string' && encoding.toLowerCase() === 'hex') {
    throw new (codes().ERR_INVALID_ARG_VALUE)('encoding', encoding, `is invalid for data of length ${length}`);
  }
}

function validatePort(port, name = 'Port', allowZero = true) {
  if ((typeof port !== 'number' && typeof port !== 'string') ||
      (typeof port === 'string' && port.trim().length === 0) ||
      +port !== (+port >>> 0) || port > 0xFFFF || (port === 0 && !allowZero)) {
    throw new (codes().ERR_SOCKET_BAD_PORT)(name, port, allowZero);
  }
  return port | 0;
}

let signals;
function validateSignalName(signal, name = 'signal') {
  validateString(signal, name);
  signals ??= require('internal/os/constants').signals;
  if (signals[signal] !== undefined) return;
  const upper = signal.toUpperCase();
  throw new (codes().ERR_UNKNOWN_SIGNAL)(
    signals[upper] === undefined ? signal : `${signal} (signals must use all capital letters)`);
}

const octal = /^[0-7]+$/;

// A file mode: a number, or a string of octal digits.
function parseFileMode(value, name, fallback) {
  value ??= fallback;
  if (typeof value === 'string') {
    if (!octal.test(value)) {
      throw new (codes().ERR_INVALID_ARG_VALUE)(name, value, 'must be a 32-bit unsigned integer or an octal string');
    }
    value = parseInt(value, 8);
  }
  validateUint32(value, name);
  return value;
}

function isInt32(value) {
  return value === (value | 0);
}

function isUint32(value) {
  return value === (value >>> 0);
}

function validateUnion(value, name, allowed) {
  if (!allowed.includes(value)) {
    throw new (codes().ERR_INVALID_ARG_TYPE)(name, `('${allowed.join('|')}')`, value);
  }
}

function validateLinkHeaderFormat(value, name) {
  const entry = /^(?:<[^>]*>)(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;
  if (typeof value === 'undefined' || !entry.test(value)) {
    throw new (codes().ERR_INVALID_ARG_VALUE)(name, value,
      'must be an array or string of format "</styles.css>; rel=preload; as=style"');
  }
}

function validateLinkHeaderValue(hints) {
  if (typeof hints === 'string') {
    validateLinkHeaderFormat(hints, 'hints');
    return hints;
  }
  if (!Array.isArray(hints)) {
    throw new (codes().ERR_INVALID_ARG_VALUE)('hints', hints,
      'must be an array or string of format "</styles.css>; rel=preload; as=style"');
  }
  for (const hint of hints) validateLinkHeaderFormat(hint, 'hints');
  return hints.join(', ');
}

module.exports = {
  checkRangesOrGetDefault,
  isInt32,
  isUint32,
  kValidateObjectAllowArray,
  kValidateObjectAllowFunction,
  kValidateObjectAllowNullable,
  kValidateObjectAllowObjects,
  kValidateObjectAllowObjectsAndNull,
  kValidateObjectNone,
  parseFileMode,
  validateAbortSignal,
  validateAbortSignalArray,
  validateArray,
  validateBoolean,
  validateBooleanArray,
  validateBuffer,
  validateDictionary,
  validateEncoding,
  validateFiniteNumber,
  validateFunction,
  validateInt32,
  validateInteger,
  validateLinkHeaderValue,
  validateNumber,
  validateObject,
  validateOneOf,
  validatePort,
  validateSignalName,
  validateString,
  validateStringArray,
  validateStringWithoutNullBytes,
  validateThisInternalField,
  validateUint32,
  validateUndefined,
  validateUnion,
};
