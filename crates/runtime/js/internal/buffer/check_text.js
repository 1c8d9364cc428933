// buffer.isUtf8 and buffer.isAscii.
'use strict';

const native = binding('buffer');
const { isAnyArrayBuffer } = require('internal/buffer/fast_buffer');

function bytesOf(input) {
  if (ArrayBuffer.isView(input) && !(input instanceof DataView)) return input;
  if (isAnyArrayBuffer(input)) return new Uint8Array(input.detached ? 0 : input);
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
}

function isUtf8(input) {
  return native.isUtf8(bytesOf(input));
}

function isAscii(input) {
  return native.isAscii(bytesOf(input));
}

module.exports = { isUtf8, isAscii };
