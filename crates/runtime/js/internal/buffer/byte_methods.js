// The methods of Buffer on bytes as such: copy, compare, equals, fill, swap, slice.
'use strict';

const native = binding('buffer');
const { FastBuffer, checkThis, isUint8Array, makePart } = require('internal/buffer/fast_buffer');
const { utf8, latin1, requireCodec } = require('internal/buffer/codecs');

const { set: typedArraySet } = Object.getPrototypeOf(Uint8Array.prototype);

function throwNotBytes(name, value) {
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'Uint8Array'], value);
}

// A whole number, 0 for what is none or too large.
function toInteger(value) {
  value = +value;
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? Math.floor(value) : 0;
}

function throwBadCopyRange(name, range, value) {
  const { ERR_OUT_OF_RANGE } = require('internal/errors').codes;
  throw new ERR_OUT_OF_RANGE(name, range, value);
}

function copy(target, targetStart, sourceStart, sourceEnd) {
  if (sourceStart === undefined && sourceEnd === undefined && isIndex(targetStart) &&
      this instanceof FastBuffer && target instanceof FastBuffer) {
    const { length } = this;
    // (Those of no bytes may be detached.)
    if (length > 0 && length <= target.length - targetStart) {
      // The engine's own method is compiled in place.
      typedArraySet.call(target, this, targetStart);
      return length;
    }
  }
  return copyPart(this, target, targetStart, sourceStart, sourceEnd);
}

function isIndex(value) {
  return typeof value === 'number' && value >>> 0 === value;
}

function copyPart(source, target, targetStart, sourceStart, sourceEnd) {
  // (instanceof is compiled inline, isView() is not.)
  if (!(source instanceof Uint8Array) && !ArrayBuffer.isView(source)) throwNotBytes('source', source);
  if (!(target instanceof Uint8Array) && !ArrayBuffer.isView(target)) throwNotBytes('target', target);
  const { byteLength: size } = source;

  targetStart = targetStart === undefined ? 0 : toInteger(targetStart);
  if (targetStart < 0) throwBadCopyRange('targetStart', '>= 0', targetStart);
  sourceStart = sourceStart === undefined ? 0 : toInteger(sourceStart);
  if (sourceStart < 0 || sourceStart > size) {
    throwBadCopyRange('sourceStart', `>= 0 && <= ${size}`, sourceStart);
  }
  sourceEnd = sourceEnd === undefined ? size : toInteger(sourceEnd);
  if (sourceEnd < 0) throwBadCopyRange('sourceEnd', '>= 0', sourceEnd);

  const count = Math.min(sourceEnd - sourceStart, size - sourceStart, target.byteLength - targetStart);
  if (count <= 0) return 0;
  native.copy(source, sourceStart, target, targetStart, count);
  return count;
}

// The bounds are looked at in the order of the parameters: the first bad one is told.
function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
  if (!isUint8Array(target)) throwNotBytes('target', target);
  const { length } = checkThis(this);
  if (arguments.length === 1) return compareBytes(this, 0, length, target, 0, target.length);
  const from = bound(targetStart, 'targetStart', 0, Number.MAX_SAFE_INTEGER);
  const to = bound(targetEnd, 'targetEnd', target.length, target.length);
  const ownFrom = bound(sourceStart, 'sourceStart', 0, Number.MAX_SAFE_INTEGER);
  const ownTo = bound(sourceEnd, 'sourceEnd', length, length);
  return compareBytes(this, Math.min(ownFrom, ownTo), ownTo, target, Math.min(from, to), to);
}

function bound(value, name, fallback, max) {
  if (value === undefined) return fallback;
  require('internal/validators').validateInteger(value, name, 0, max);
  return value;
}

// So many bytes are compared here, as a call into Rust takes longer. Of more it is the first few: most
// pairs differ early.
const COMPARED_HERE = 40;
const LOOKED_AT_HERE = 8;

function countHere(length) {
  return length <= COMPARED_HERE ? length : LOOKED_AT_HERE;
}

// How many bytes of two ranges are the same, from the start on; at most `limit`.
function countEqual(a, aStart, b, bStart, limit) {
  for (let i = 0; i < limit; i++) {
    if (a[aStart + i] !== b[bStart + i]) return i;
  }
  return limit;
}

function compareBytes(a, aStart, aEnd, b, bStart, bEnd) {
  const common = Math.min(aEnd - aStart, bEnd - bStart);
  const looked = countHere(common);
  const equal = countEqual(a, aStart, b, bStart, looked);
  if (equal < looked) return a[aStart + equal] < b[bStart + equal] ? -1 : 1;
  if (looked < common) return native.compare(a, aStart, aEnd, b, bStart, bEnd);
  return Math.sign((aEnd - aStart) - (bEnd - bStart));
}

function equals(otherBuffer) {
  if (!isUint8Array(otherBuffer)) throwNotBytes('otherBuffer', otherBuffer);
  if (this === otherBuffer) return true;
  const { length } = checkThis(this);
  if (length !== otherBuffer.length) return false;
  const looked = countHere(length);
  if (countEqual(this, 0, otherBuffer, 0, looked) < looked) return false;
  return looked === length || native.equals(this, otherBuffer);
}

function fill(value, offset, end, encoding) {
  if (typeof value !== 'string') return fillRange(this, value, undefined, offset, end);
  if (offset === undefined || typeof offset === 'string') {
    encoding = offset;
    offset = undefined;
  } else if (typeof end === 'string') {
    encoding = end;
    end = undefined;
  }
  return fillRange(this, value, fillCodec(encoding), offset, end);
}

function fillCodec(encoding) {
  if (encoding == null) return utf8;
  require('internal/validators').validateString(encoding, 'encoding');
  return encoding === '' ? utf8 : requireCodec(encoding);
}

function fillRange(buffer, value, codec, offset, end) {
  const { length } = checkThis(buffer);
  if (offset === undefined) {
    offset = 0;
    end = length;
  } else {
    const { validateInteger } = require('internal/validators');
    validateInteger(offset, 'offset', 0);
    if (end === undefined) end = length;
    else validateInteger(end, 'end', 0, length);
    if (offset >= end) return buffer;
  }
  if (end > buffer.byteLength) {
    const { ERR_BUFFER_OUT_OF_BOUNDS } = require('internal/errors').codes;
    throw new ERR_BUFFER_OUT_OF_BOUNDS();
  }
  if (typeof value === 'string') return fillWithString(buffer, value, codec, offset, end);
  if (ArrayBuffer.isView(value)) return fillWithBytes(buffer, value, offset, end);
  return fillWithByte(buffer, typeof value === 'boolean' ? +value : value, offset, end);
}

function fillWithByte(buffer, byte, offset, end) {
  return Uint8Array.prototype.fill.call(buffer, byte, offset, end);
}

function fillWithString(buffer, string, codec, offset, end) {
  if (string.length === 0) return fillWithByte(buffer, 0, offset, end);
  if (string.length === 1) {
    const code = string.charCodeAt(0);
    if (code < 0x80 ? codec === utf8 || codec === latin1 : code < 0x100 && codec === latin1) {
      return fillWithByte(buffer, code, offset, end);
    }
  }
  if (offset >= end) return buffer;
  if (native.fill(buffer, string, offset, end, codec.number) === 0) throwNoPattern(string);
  return buffer;
}

function fillWithBytes(buffer, pattern, offset, end) {
  if (offset >= end) return buffer;
  const count = Math.min(pattern.byteLength, end - offset);
  if (count === 0) throwNoPattern(pattern);
  native.copy(pattern, 0, buffer, offset, count);
  native.repeat(buffer, offset, count, end);
  return buffer;
}

function throwNoPattern(value) {
  const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_VALUE('value', value);
}

// An index counted from the end where it is negative, within 0 and `length`.
function clampIndex(index, length) {
  index = Math.trunc(index) || 0;
  if (index < 0) return Math.max(index + length, 0);
  return Math.min(index, length);
}

function subarray(start, end) {
  return makePart(this, start, end) ?? subarrayOfAny(this, start, end);
}

function subarrayOfAny(bytes, start, end) {
  const { length } = checkThis(bytes);
  const first = clampIndex(start, length);
  const last = end === undefined ? length : clampIndex(end, length);
  return new FastBuffer(bytes.buffer, bytes.byteOffset + first, Math.max(last - first, 0));
}

function slice(start, end) {
  return this.subarray(start, end);
}

function throwBadSwapSize(bits) {
  const { ERR_INVALID_BUFFER_SIZE } = require('internal/errors').codes;
  throw new ERR_INVALID_BUFFER_SIZE(`${bits}-bits`);
}

function swap16() {
  if (checkThis(this).length % 2 !== 0) throwBadSwapSize(16);
  native.swap(this, 2);
  return this;
}

function swap32() {
  if (checkThis(this).length % 4 !== 0) throwBadSwapSize(32);
  native.swap(this, 4);
  return this;
}

function swap64() {
  if (checkThis(this).length % 8 !== 0) throwBadSwapSize(64);
  native.swap(this, 8);
  return this;
}

function toJSON() {
  const { length } = checkThis(this);
  const data = new Array(length);
  for (let i = 0; i < length; i++) data[i] = this[i];
  return { type: 'Buffer', data };
}

module.exports = { compareBytes, copy, equals, compare, fill, toJSON, subarray, slice, swap16, swap32, swap64 };
