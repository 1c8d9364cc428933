// Random bytes and numbers.
'use strict';

const native = binding('crypto');
const { FastBuffer, makeZeroed } = require('internal/buffer/fast_buffer');
require('buffer');
const { codes } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { validateFunction, validateNumber } = require('internal/validators');

const kMaxInt32 = 2 ** 31 - 1;
// The longest interval of randomInt(): what 6 bytes hold.
const kMaxRange = 2 ** 48 - 1;

// An offset or a size, in elements, as bytes.
function bytesOf(value, name, elementSize, most) {
  validateNumber(value, name);
  const bytes = value * elementSize;
  if (Number.isNaN(bytes) || bytes > most || bytes < 0) {
    throw new codes.ERR_OUT_OF_RANGE(name, `>= 0 && <= ${most}`, bytes);
  }
  return Math.trunc(bytes);
}

// Has a part of a buffer filled by the pool, and the callback called with it.
function fillLater(buffer, start, count, callback) {
  native.randomFill(buffer, start, count, (error) => {
    if (error) callback(error);
    else callback(null, buffer);
  });
}

// Buffers of a few bytes cost less when the engine makes them.
function emptyBuffer(count) {
  return count <= 1024 ? makeZeroed(count) : new FastBuffer(count);
}

function randomBytes(size, callback) {
  const count = bytesOf(size, 'size', 1, kMaxInt32);
  if (callback === undefined) {
    const bytes = emptyBuffer(count);
    native.randomFill(bytes, 0, count);
    return bytes;
  }
  validateFunction(callback, 'callback');
  fillLater(emptyBuffer(count), 0, count, callback);
  return undefined;
}

function checkBuffer(buffer) {
  if (!isAnyArrayBuffer(buffer) && !isArrayBufferView(buffer)) {
    throw new codes.ERR_INVALID_ARG_TYPE('buf', ['ArrayBuffer', 'ArrayBufferView'], buffer);
  }
}

// The part of a buffer, in bytes.
function partOf(buffer, offset, size) {
  const elementSize = buffer.BYTES_PER_ELEMENT || 1;
  const { byteLength } = buffer;
  const start = bytesOf(offset, 'offset', elementSize, byteLength);
  if (size === undefined) return { start, count: byteLength - start };
  const count = bytesOf(size, 'size', elementSize, kMaxInt32);
  if (start + count > byteLength) throw new codes.ERR_OUT_OF_RANGE('size + offset', `<= ${byteLength}`, start + count);
  return { start, count };
}

function randomFillSync(buf, offset = 0, size) {
  checkBuffer(buf);
  const { start, count } = partOf(buf, offset, size);
  if (count > 0) native.randomFill(buf, start, count);
  return buf;
}

function randomFill(buf, offset, size, callback) {
  checkBuffer(buf);
  if (typeof offset === 'function') {
    callback = offset;
    offset = 0;
    size = undefined;
  } else if (typeof size === 'function') {
    callback = size;
    size = undefined;
  } else {
    validateFunction(callback, 'callback');
  }
  const { start, count } = partOf(buf, offset, size);
  if (count === 0) {
    callback(null, buf);
    return;
  }
  fillLater(buf, start, count, callback);
}

function checkInterval(min, max, rangeName) {
  if (!Number.isSafeInteger(min)) throw new codes.ERR_INVALID_ARG_TYPE('min', 'a safe integer', min);
  if (!Number.isSafeInteger(max)) throw new codes.ERR_INVALID_ARG_TYPE('max', 'a safe integer', max);
  if (max <= min) {
    throw new codes.ERR_OUT_OF_RANGE('max', `greater than the value of "min" (${min})`, max);
  }
  if (max - min > kMaxRange) throw new codes.ERR_OUT_OF_RANGE(rangeName, `<= ${kMaxRange}`, max - min);
}

// An integer of at least `min` and less than `max`.
function randomInt(min, max, callback) {
  const hasMin = max !== undefined && typeof max !== 'function';
  if (!hasMin) {
    callback = max;
    max = min;
    min = 0;
  }
  if (callback !== undefined) validateFunction(callback, 'callback');
  checkInterval(min, max, hasMin ? 'max - min' : 'max');
  const number = min + native.randomBelow(max - min);
  if (callback === undefined) return number;
  process.nextTick(callback, undefined, number);
  return undefined;
}

module.exports = { randomBytes, randomFill, randomFillSync, randomInt };
