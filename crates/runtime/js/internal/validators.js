// Checks of arguments that throw Node's errors.
'use strict';

// Loaded when something is wrong, which is seldom.
function codes() {
  return require('internal/errors').codes;
}

// What a failed check ends in. The frames of this file are not in the stacks of errors.
function refuseType(name, expected, value) {
  throw new (codes().ERR_INVALID_ARG_TYPE)(name, expected, value);
}

function refuseValue(name, value, reason) {
  throw new (codes().ERR_INVALID_ARG_VALUE)(name, value, reason);
}

function refuseSize(name, range, value) {
  throw new (codes().ERR_OUT_OF_RANGE)(name, range, value);
}

function validateString(value, name) {
  if (typeof value !== 'string') refuseType(name, 'string', value);
}

function validateFunction(value, name) {
  if (typeof value !== 'function') refuseType(name, 'Function', value);
}

function validateBoolean(value, name) {
  if (typeof value !== 'boolean') refuseType(name, 'boolean', value);
}

function validateBuffer(value, name = 'buffer') {
  if (!ArrayBuffer.isView(value)) refuseType(name, ['Buffer', 'TypedArray', 'DataView'], value);
}

// Something with an `aborted`, or nothing.
function validateAbortSignal(signal, name) {
  const isSignal = typeof signal === 'object' && signal !== null && 'aborted' in signal;
  if (!isSignal && signal !== undefined) refuseType(name, 'AbortSignal', signal);
}

// Where there is a limit, NaN is beyond it.
function validateNumber(value, name, min = null, max = null) {
  if (typeof value !== 'number') refuseType(name, 'number', value);
  if ((min === null || value >= min) && (max === null || value <= max)) return;
  const limits = [min === null ? '' : `>= ${min}`, max === null ? '' : `<= ${max}`];
  refuseSize(name, limits.filter(Boolean).join(' && '), value);
}

function validateInteger(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  // All that is no integer, and no number, fails one of these.
  if (Number.isInteger(value) && value >= min && value <= max) return;
  if (typeof value !== 'number') refuseType(name, 'number', value);
  refuseSize(name, Number.isInteger(value) ? `>= ${min} && <= ${max}` : 'an integer', value);
}

function validateInt32(value, name, min = -0x80000000, max = 0x7fffffff) {
  validateInteger(value, name, min, max);
}

function validateUint32(value, name, positive = false) {
  validateInteger(value, name, positive ? 1 : 0, 0xffffffff);
}

// A number, or a string that is one. Gives the number.
function validatePort(port, name = 'Port', allowZero = true) {
  const isWritten = typeof port === 'string' && port.trim() !== '';
  const number = isWritten || typeof port === 'number' ? Number(port) : NaN;
  if (Number.isInteger(number) && number >= (allowZero ? 0 : 1) && number <= 0xffff) return number | 0;
  throw new (codes().ERR_SOCKET_BAD_PORT)(name, port, allowZero);
}

// A file mode: a number, or a string of octal digits.
function parseFileMode(value, name, fallback) {
  const mode = value ?? fallback;
  const number = typeof mode === 'string' ? parseOctal(mode) : mode;
  if (number === undefined && mode !== undefined) {
    refuseValue(name, mode, 'must be a 32-bit unsigned integer or an octal string');
  }
  validateUint32(number, name);
  return number;
}

function parseOctal(text) {
  if (text === '') return undefined;
  let number = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 7) return undefined;
    number = number * 8 + digit;
  }
  return number;
}

function validateOneOf(value, name, allowed) {
  if (!allowed.includes(value)) refuseValue(name, value, `must be one of: ${allowed.map(showChoice).join(', ')}`);
}

function showChoice(choice) {
  return typeof choice === 'string' ? `'${choice}'` : String(choice);
}

function validateUnion(value, name, allowed) {
  if (!allowed.includes(value)) refuseType(name, `('${allowed.join('|')}')`, value);
}

// What validateObject() lets through besides plain objects; each kind of value is one of these bits.
const kValidateObjectNone = 0;
const kValidateObjectAllowNullable = 1;
const kValidateObjectAllowArray = 2;
const kValidateObjectAllowFunction = 4;
const kValidateObjectAllowObjects = kValidateObjectAllowArray | kValidateObjectAllowFunction;
const kValidateObjectAllowObjectsAndNull = kValidateObjectAllowObjects | kValidateObjectAllowNullable;
const kPrimitive = 8;

function kindOf(value) {
  if (typeof value === 'function') return kValidateObjectAllowFunction;
  if (typeof value !== 'object') return kPrimitive;
  if (value === null) return kValidateObjectAllowNullable;
  return Array.isArray(value) ? kValidateObjectAllowArray : kValidateObjectNone;
}

function validateObject(value, name, options = kValidateObjectNone) {
  if ((kindOf(value) & ~options) !== 0) refuseType(name, 'Object', value);
}

function validateArray(value, name, minLength = 0) {
  if (!Array.isArray(value)) refuseType(name, 'Array', value);
  if (value.length < minLength) refuseValue(name, value, `must have a length of at least ${minLength}`);
}

function validateMembers(list, name, validate) {
  validateArray(list, name);
  for (let i = 0; i < list.length; i++) validate(list[i], `${name}[${i}]`);
}

function validateStringArray(value, name) {
  validateMembers(value, name, validateString);
}

function validateBooleanArray(value, name) {
  validateMembers(value, name, validateBoolean);
}

// Hexadecimal data must have whole bytes.
function validateEncoding(data, encoding) {
  const { length } = data;
  if (length % 2 !== 0 && typeof encoding === 'string' && encoding.toLowerCase() === 'hex') {
    refuseValue('encoding', encoding, `is invalid for data of length ${length}`);
  }
}

module.exports = {
  kValidateObjectAllowArray,
  kValidateObjectAllowFunction,
  kValidateObjectAllowNullable,
  kValidateObjectAllowObjects,
  kValidateObjectAllowObjectsAndNull,
  kValidateObjectNone,
  parseFileMode,
  validateAbortSignal,
  validateArray,
  validateBoolean,
  validateBooleanArray,
  validateBuffer,
  validateEncoding,
  validateFunction,
  validateInt32,
  validateInteger,
  validateNumber,
  validateObject,
  validateOneOf,
  validatePort,
  validateString,
  validateStringArray,
  validateUint32,
  validateUnion,
};
