// What all parts of Buffer share: the class of every Buffer object, checks, limits.
'use strict';

const native = binding('buffer');

// The largest Buffer, and the longest string that the engine makes.
const kMaxLength = Number.MAX_SAFE_INTEGER;
const kStringMaxLength = 2 ** 30 - 2;

// Its prototype is Buffer.prototype: `buffer` puts the methods on it.
class FastBuffer extends Uint8Array {}

// Plain arrays are made in place by compiled code; for those of a class that extends Uint8Array, and for views, it calls the
// engine. So Buffers are made out of plain arrays, by these two. They give back undefined for what they do not know.
const makers = native.makersOf(FastBuffer);
const convert = makers[0];
const part = makers[1];

// Makes a Buffer of a Uint8Array that nobody else has.
function asBuffer(array) {
  return convert(array) ?? Object.setPrototypeOf(array, FastBuffer.prototype);
}

// A Buffer of zeros with memory of its own.
function makeZeroed(size) {
  return asBuffer(new Uint8Array(size));
}

// A Buffer over the bytes of another array from `start` to `end`: places in it, or what counts from its end. Undefined if that
// is to be made in another way.
function makePart(source, start, end) {
  return part(new Uint8Array(0), source, start, end);
}

// A Buffer over a part of the bytes of another array, which has them.
function makeView(source, offset, size) {
  return part(new Uint8Array(0), source, offset, offset + size) ??
    new FastBuffer(source.buffer, source.byteOffset + offset, size);
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
  asBuffer,
  checkSize,
  checkStringLength,
  checkThis,
  isAnyArrayBuffer,
  isUint8Array,
  kMaxLength,
  kStringMaxLength,
  makePart,
  makeView,
  makeYoung,
  makeZeroed,
};
