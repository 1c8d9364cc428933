// Buffer.prototype.indexOf, lastIndexOf and includes.
'use strict';

const native = binding('buffer');
const { isUint8Array } = require('internal/buffer/fast_buffer');
const { utf8, codecOf } = require('internal/buffer/codecs');

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
  if (!(buffer instanceof Uint8Array) && !ArrayBuffer.isView(buffer)) require('internal/validators').validateBuffer(buffer);
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

  if (typeof value === 'number') return native.indexOfByte(buffer, value & 0xff, start, end, forward);
  if (typeof value === 'string') {
    const codec = encoding === undefined ? utf8 : codecOf(encoding);
    if (codec === undefined) throwUnknownEncoding(encoding);
    return native.indexOf(buffer, value, start, end, forward, codec.number);
  }
  if (isUint8Array(value)) {
    const codec = encoding === undefined ? utf8 : codecOf(encoding) ?? utf8;
    return native.indexOf(buffer, value, start, end, forward, codec.number);
  }
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
}

// Where to start, as a whole number that may be negative; what is no number means all of the buffer.
function toStart(start, size, forward) {
  if (start === undefined) return forward ? 0 : size;
  start = +start;
  if (Number.isNaN(start)) return forward ? 0 : size;
  return Math.trunc(start);
}

function toEnd(end, size) {
  if (end === undefined) return size;
  if (!Number.isFinite(end)) return 0;
  return Math.max(0, Math.min(Math.trunc(end), size));
}

function throwUnknownEncoding(encoding) {
  const { ERR_UNKNOWN_ENCODING } = require('internal/errors').codes;
  throw new ERR_UNKNOWN_ENCODING(encoding);
}

module.exports = { indexOf, lastIndexOf, includes };
