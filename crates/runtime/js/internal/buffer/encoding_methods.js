// The methods of Buffer that are bound to one encoding: utf8Slice, utf8Write and so on.
'use strict';

const { argumentError, checkThis } = require('internal/buffer/fast_buffer');
const { encode } = require('internal/buffer/text_methods');
const { ascii, base64, base64url, hex, latin1, utf16le, utf8 } = require('internal/buffer/codecs');

function integerOr(value, fallback) {
  return value === undefined ? fallback : Math.trunc(value) || 0;
}

function sliceMethod(codec) {
  return function slice(start, end) {
    const { length } = checkThis(this);
    if (length === 0) return '';
    start = integerOr(start, 0);
    end = integerOr(end, length);
    if (start < 0 || end < 0 || (end > length && start < end)) {
      throw Object.assign(new RangeError('Index out of range'), { code: 'ERR_OUT_OF_RANGE' });
    }
    return start < end ? codec.decode(this, start, end) : '';
  };
}

// utf8Write, latin1Write and asciiWrite refuse a length beyond the buffer, the others cut it.
function writeMethod(codec) {
  const isStrict = codec === utf8 || codec === latin1 || codec === ascii;
  return function write(string, offset, length) {
    const room = checkThis(this).length;
    if (typeof string !== 'string') throw argumentError('argument must be a string');
    const { ERR_BUFFER_OUT_OF_BOUNDS } = require('internal/errors').codes;
    offset = integerOr(offset, 0);
    if (offset < 0 || offset > room) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
    length = integerOr(length, room - offset);
    if (length < 0 || (length > room - offset && isStrict)) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
    if (length > room - offset) length = room - offset;
    return encode(this, codec, string, offset, length);
  };
}

module.exports = {
  asciiSlice: sliceMethod(ascii),
  base64Slice: sliceMethod(base64),
  base64urlSlice: sliceMethod(base64url),
  latin1Slice: sliceMethod(latin1),
  hexSlice: sliceMethod(hex),
  ucs2Slice: sliceMethod(utf16le),
  utf8Slice: sliceMethod(utf8),
  asciiWrite: writeMethod(ascii),
  base64Write: writeMethod(base64),
  base64urlWrite: writeMethod(base64url),
  latin1Write: writeMethod(latin1),
  hexWrite: writeMethod(hex),
  ucs2Write: writeMethod(utf16le),
  utf8Write: writeMethod(utf8),
};
