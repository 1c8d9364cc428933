// Buffer.from and the other ways to make a Buffer out of values.
'use strict';

const native = binding('buffer');
const { FastBuffer, isUint8Array, isAnyArrayBuffer, makeZeroed } = require('internal/buffer/fast_buffer');
const { OWN_MEMORY, allocateSlow, allocateUnchecked, encodeIntoPool, isPooled } =
  require('internal/buffer/pool');
const { SHORT_ALONE, utf8, requireCodec, writeShortAscii } = require('internal/buffer/codecs');

function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return fromString(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value) || isUint8Array(value)) return fromArrayLike(value);
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);
    const buffer = fromObject(value, encodingOrOffset, length);
    if (buffer !== undefined) return buffer;
  }
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE('first argument',
    ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
}

function fromString(string, encoding) {
  const codec = typeof encoding === 'string' && encoding.length !== 0 ? requireCodec(encoding) : utf8;
  const { length } = string;
  if (length === 0) return new FastBuffer(0);
  if (codec === utf8) {
    const buffer = length <= SHORT_ALONE ? makeZeroed(length) : undefined;
    if (buffer !== undefined && writeShortAscii(buffer, string, 0)) return buffer;
    if (isPooled(length * 3)) return encodeIntoPool(string, utf8, length * 3);
  }
  const size = codec.byteLength(string);
  if (size > OWN_MEMORY && isPooled(size)) return encodeIntoPool(string, codec, size);
  return encodeAlone(string, codec, size);
}

function encodeAlone(string, codec, size) {
  const buffer = size > OWN_MEMORY ? allocateSlow(size) : makeZeroed(size);
  const written = codec.write(buffer, string, 0, size);
  return written === size ? buffer : new FastBuffer(buffer.buffer, 0, written);
}

function fromArrayLike(values) {
  const { length } = values;
  if (length <= 0) return new FastBuffer(0);
  const buffer = allocateUnchecked(length);
  if (isUint8Array(values)) buffer.set(values);
  else for (let i = 0; i < buffer.length; i++) buffer[i] = values[i];
  return buffer;
}

function fromArrayBuffer(arrayBuffer, byteOffset, length) {
  const offset = byteOffset === undefined ? 0 : +byteOffset || 0;
  const room = arrayBuffer.byteLength - offset;
  if (room < 0) throwOutOfBounds('offset');
  // Without a length the Buffer follows an ArrayBuffer that is resized.
  if (length === undefined) return new FastBuffer(arrayBuffer, offset);
  length = +length;
  if (!(length > 0)) length = 0;
  if (length > room) throwOutOfBounds('length');
  return new FastBuffer(arrayBuffer, offset, length);
}

function throwOutOfBounds(name) {
  const { ERR_BUFFER_OUT_OF_BOUNDS } = require('internal/errors').codes;
  throw new ERR_BUFFER_OUT_OF_BOUNDS(name);
}

// What an object stands for: its primitive value, a list of bytes, or the JSON of a Buffer.
function fromObject(object, encodingOrOffset, length) {
  const primitive = object.valueOf?.();
  if (primitive != null && primitive !== object &&
      (typeof primitive === 'string' || typeof primitive === 'object')) {
    return from(primitive, encodingOrOffset, length);
  }
  if (object.length !== undefined || isAnyArrayBuffer(object.buffer)) {
    return typeof object.length === 'number' ? fromArrayLike(object) : new FastBuffer(0);
  }
  if (object.type === 'Buffer' && Array.isArray(object.data)) return fromArrayLike(object.data);
  if (typeof object[Symbol.toPrimitive] === 'function') {
    const string = object[Symbol.toPrimitive]('string');
    if (typeof string === 'string') return fromString(string, encodingOrOffset);
  }
  return undefined;
}

function copyBytesFrom(view, offset, length) {
  const { validateInteger } = require('internal/validators');
  if (!ArrayBuffer.isView(view) || view instanceof DataView) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('view', 'TypedArray', view);
  }
  if (view.length === 0) return new FastBuffer(0);
  let first = 0;
  let last = view.length;
  if (offset !== undefined) {
    validateInteger(offset, 'offset', 0);
    if (offset >= last) return new FastBuffer(0);
    first = offset;
  }
  if (length !== undefined) {
    validateInteger(length, 'length', 0);
    last = Math.min(first + length, last);
  }
  const { BYTES_PER_ELEMENT: width } = view;
  const size = (last - first) * width;
  const buffer = allocateUnchecked(size);
  native.copy(view, first * width, buffer, 0, size);
  return buffer;
}

// The true length: a property that the script defined itself would leave places that are not filled.
const { get: lengthOf } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype), 'length');

function concat(list, length) {
  if (!Array.isArray(list)) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('list', 'Array', list);
  }
  if (list.length === 0) return new FastBuffer(0);
  if (length === undefined) length = totalLength(list);
  else require('internal/validators').validateInteger(length, 'length', 0);

  const buffer = allocateUnchecked(length);
  let position = 0;
  for (let i = 0; i < list.length; i++) {
    const part = list[i];
    checkPart(part, i);
    const partLength = lengthOf.call(part);
    if (partLength > length - position) {
      native.copy(part, 0, buffer, position, length - position);
      position = length;
    } else {
      buffer.set(part, position);
      position += partLength;
    }
  }
  if (position < length) Uint8Array.prototype.fill.call(buffer, 0, position);
  return buffer;
}

function totalLength(list) {
  let total = 0;
  for (let i = 0; i < list.length; i++) {
    checkPart(list[i], i);
    total += lengthOf.call(list[i]);
  }
  return total;
}

function checkPart(part, index) {
  if (isUint8Array(part)) return;
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE(`list[${index}]`, ['Buffer', 'Uint8Array'], part);
}

function of(...values) {
  return fromArrayLike(values);
}

module.exports = { concat, copyBytesFrom, from, fromString, of };
