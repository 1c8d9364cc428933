// What readX and writeX of Buffers share: the errors of bad offsets, and memory to see the bytes of
// one number through.
'use strict';

// The engine runs on little-endian machines only: bytes[0] is the lowest.
const bytes = new Uint8Array(8);
const float32 = new Float32Array(bytes.buffer);
const float64 = new Float64Array(bytes.buffer);
const bigInt64 = new BigInt64Array(bytes.buffer);
const bigUint64 = new BigUint64Array(bytes.buffer);

function checkOffsetType(offset) {
  if (typeof offset !== 'number') require('internal/validators').validateNumber(offset, 'offset');
}

function throwNotInRange(name, value, min, max) {
  const { codes } = require('internal/errors');
  if (typeof value !== 'number') throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', value);
  if (Math.floor(value) !== value) throw new codes.ERR_OUT_OF_RANGE(name, 'an integer', value);
  if (max < 0) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS();
  throw new codes.ERR_OUT_OF_RANGE(name, `>= ${min} and <= ${max}`, value);
}

// A number of `width` bytes does not fit at `offset`.
function throwBadOffset(buffer, offset, width) {
  throwNotInRange('offset', offset, 0, buffer.length - width);
}

function throwBadByteLength(byteLength) {
  throwNotInRange('byteLength', byteLength, 1, 6);
}

module.exports = {
  bytes,
  float32,
  float64,
  bigInt64,
  bigUint64,
  checkOffsetType,
  throwBadOffset,
  throwBadByteLength,
};
