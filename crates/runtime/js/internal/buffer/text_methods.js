// The methods of Buffer between bytes and strings.
'use strict';

const { argumentError, checkThis } = require('internal/buffer/fast_buffer');
const { utf8, requireCodec } = require('internal/buffer/codecs');

// The whole number below an index, within 0 and `length`; 0 for what is no number.
function clamp(index, length) {
  if (index <= 0) return 0;
  return index >= length ? length : Math.trunc(index) || 0;
}

function toString(encoding, start, end) {
  const { length } = checkThis(this);
  const first = start === undefined ? 0 : clamp(start, length);
  const last = end === undefined ? length : clamp(end, length);
  // An encoding that is unknown does not matter where there is nothing to decode.
  if (first >= last) return '';
  return (encoding === undefined ? utf8 : requireCodec(encoding)).decode(this, first, last);
}

function write(string, offset, length, encoding) {
  const room = checkThis(this).length;
  if (offset === undefined) return encode(this, utf8, string, 0, room);
  if (typeof offset === 'string' && length === undefined) {
    return encode(this, offset === '' ? utf8 : requireCodec(offset), string, 0, room);
  }
  checkWithin(offset, 'offset', room);
  const remaining = room - offset;
  if (length === undefined) {
    length = remaining;
  } else if (typeof length === 'string') {
    encoding = length;
    length = remaining;
  } else {
    checkWithin(length, 'length', room);
    if (length > remaining) length = remaining;
  }
  return encode(this, encoding ? requireCodec(encoding) : utf8, string, offset, length);
}

function checkWithin(value, name, max) {
  if (!(typeof value === 'number' && value >>> 0 === value && value <= max)) {
    require('internal/validators').validateInteger(value, name, 0, max);
  }
}

function encode(buffer, codec, string, offset, length) {
  if (typeof string !== 'string') throw argumentError('argument must be a string');
  return length === 0 ? 0 : codec.write(buffer, string, offset, length);
}

module.exports = { toString, write, encode };
