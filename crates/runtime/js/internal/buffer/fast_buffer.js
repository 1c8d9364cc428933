// What all parts of Buffer share: the class of every Buffer object, checks, limits.
'use strict';

// The largest Buffer, and the longest string that the engine makes.
const kMaxLength = Number.MAX_SAFE_INTEGER;
const kStringMaxLength = 2 ** 30 - 2;

// Its prototype is Buffer.prototype: `buffer` puts the methods on it.
class FastBuffer extends Uint8Array {}

// A Buffer of zeros with memory of its own. (The engine makes a plain Uint8Array in place, together
// with its bytes; for one of a class that extends it, it calls its allocator.)
function makeZeroed(size) {
  return Object.setPrototypeOf(new Uint8Array(size), FastBuffer.prototype);
}

// A Buffer of bytes that are soon forgotten. Of an integer, and of nothing else, compiled code makes an array that goes
// with the next minor collection, bytes and all. One that has an ArrayBuffer from the start stays until a full one.
function makeYoung(size) {
  if (size > 0x7fffffff) return new FastBuffer(size);
  return makeZeroed(size | 0);
}

// True for a Uint8Array and what inherits from it, of any realm. (instanceof alone is compiled inline.
// An object that only pretends to be one makes the engine throw when its length is read.)
function isUint8Array(value) {
  return value instanceof Uint8Array ||
    (ArrayBuffer.isView(value) && require('internal/util/types').isUint8Array(value));
}

let types;

function isAnyArrayBuffer(value) {
  if (typeof value !== 'object' || value === null) return false;
  types ??= binding('types');
  return types.isArrayBuffer(value) || types.isSharedArrayBuffer(value);
}

// The methods of Buffer work on any typed array; this is for those called on something else.
function checkThis(bytes) {
  if (!(bytes instanceof Uint8Array) && !ArrayBuffer.isView(bytes)) {
    throw argumentError('argument must be a buffer');
  }
  return bytes;
}

function argumentError(message) {
  return Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

function checkSize(size) {
  if (!(typeof size === 'number' && size >= 0 && size <= kMaxLength)) {
    require('internal/validators').validateNumber(size, 'size', 0, kMaxLength);
  }
}

function checkStringLength(length) {
  if (length > kStringMaxLength) {
    const { ERR_STRING_TOO_LONG } = require('internal/errors').codes;
    throw new ERR_STRING_TOO_LONG(kStringMaxLength.toString(16));
  }
}

module.exports = {
  FastBuffer,
  argumentError,
  checkSize,
  checkStringLength,
  checkThis,
  isAnyArrayBuffer,
  isUint8Array,
  kMaxLength,
  kStringMaxLength,
  makeYoung,
  makeZeroed,
};
