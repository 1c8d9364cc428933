// Buffer.prototype.indexOf, lastIndexOf and includes.
'use strict';

const native = binding('buffer');
const { isUint8Array } = require('internal/buffer/fast_buffer');
const { utf8, utf16le, codecOf } = require('internal/buffer/codecs');

// Needles that surely have no more bytes are encoded into memory that is kept for it.
const SHORT_NEEDLE = 512;
let shortNeedle;

function indexOf(value, start, end, encoding) {
  return search(this, value, start, end, encoding, true);
}

function lastIndexOf(value, start, end, encoding) {
  return search(this, value, start, end, encoding, false);
}

function includes(value, start, end, encoding) {
  return search(this, value, start, end, encoding, true) !== -1;
}

function search(buffer, value, start, end, encoding, forward) {
  if (!ArrayBuffer.isView(buffer)) require('internal/validators').validateBuffer(buffer);
  if (typeof start === 'string') {
    encoding = start;
    start = undefined;
    end = undefined;
  } else if (typeof end === 'string') {
    encoding = end;
    end = undefined;
  }
  const size = buffer.byteLength;
  start = toStart(start, size, forward);
  end = toEnd(end, size);

  if (typeof value === 'number') return searchByte(buffer, value & 0xff, start, end, forward);
  if (typeof value === 'string') return searchString(buffer, value, start, end, encoding, forward);
  if (isUint8Array(value)) {
    const step = encoding !== undefined && codecOf(encoding) === utf16le ? 2 : 1;
    return searchBytes(buffer, value, value.length, start, end, step, forward);
  }
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
}

// Where to start, as a whole number that may be negative; what is no number means all of the buffer.
function toStart(start, size, forward) {
  start = +start;
  if (Number.isNaN(start)) return forward ? 0 : size;
  return Math.trunc(start);
}

function toEnd(end, size) {
  if (end === undefined) return size;
  if (!Number.isFinite(end)) return 0;
  return Math.max(0, Math.min(Math.trunc(end), size));
}

function searchString(buffer, string, start, end, encoding, forward) {
  const codec = encoding === undefined ? utf8 : codecOf(encoding);
  if (codec === undefined) {
    const { ERR_UNKNOWN_ENCODING } = require('internal/errors').codes;
    throw new ERR_UNKNOWN_ENCODING(encoding);
  }
  let needle;
  if (string.length <= SHORT_NEEDLE / 3) needle = shortNeedle ??= new Uint8Array(SHORT_NEEDLE);
  else needle = new Uint8Array(codec.byteLength(string));
  const written = string === '' ? 0 : codec.write(needle, string, 0, needle.length);
  return searchBytes(buffer, needle, written, start, end, codec === utf16le ? 2 : 1, forward);
}

// The index at which a search for `needleLength` bytes begins; -1 where it cannot succeed.
function firstIndex(size, start, end, needleLength, forward) {
  if (start < 0) {
    start += size;
    if (start < 0) {
      if (!forward && needleLength !== 0) return -1;
      start = 0;
    }
  }
  if (start + needleLength <= end) return start;
  if (needleLength === 0) return end;
  return forward ? -1 : end - 1;
}

// `step` 2 finds only what is aligned to 2 bytes.
function searchBytes(buffer, needle, needleLength, start, end, step, forward) {
  end -= end % step;
  const from = firstIndex(buffer.byteLength, start, end, needleLength, forward);
  if (needleLength === 0) return from;
  needleLength -= needleLength % step;
  if (from < 0 || needleLength === 0 || needleLength > end) return -1;
  return forward ?
    native.indexOf(buffer, needle, needleLength, from, end, step) :
    native.lastIndexOf(buffer, needle, needleLength, from, end, step);
}

function searchByte(buffer, byte, start, end, forward) {
  const from = firstIndex(buffer.byteLength, start, end, 1, forward);
  if (from < 0 || end === 0) return -1;
  return forward ?
    native.indexOfByte(buffer, byte, from, end) :
    native.lastIndexOfByte(buffer, byte, from, end);
}

module.exports = { indexOf, lastIndexOf, includes };
