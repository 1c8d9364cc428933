// The methods of Buffer between bytes and strings.
'use strict';

const { argumentError, checkThis } = require('internal/buffer/fast_buffer');
const { utf8, requireCodec } = require('internal/buffer/codecs');

function toString(encoding, start, end) {
  const { length } = checkThis(this);
  if (arguments.length === 0) return length === 0 ? '' : utf8.slice(this, 0, length);

  if (start <= 0) start = 0;
  else if (start >= length) return '';
  else start = Math.trunc(start) || 0;

  if (end === undefined || end > length) end = length;
  else end = Math.trunc(end) || 0;

  if (end <= start) return '';
  const codec = encoding === undefined ? utf8 : requireCodec(encoding);
  return codec.slice(this, start, end);
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
  if (!(Number.isInteger(value) && value >= 0 && value <= max)) {
    require('internal/validators').validateInteger(value, name, 0, max);
  }
}

function encode(buffer, codec, string, offset, length) {
  if (typeof string !== 'string') throw argumentError('argument must be a string');
  return length === 0 ? 0 : codec.write(buffer, string, offset, length);
}

module.exports = { toString, write, encode };
