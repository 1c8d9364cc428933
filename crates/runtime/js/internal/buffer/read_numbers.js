// Buffer.prototype.readX: numbers out of bytes.
'use strict';

const {
  bytes,
  float32,
  float64,
  bigInt64,
  bigUint64,
  checkOffsetType,
  throwBadOffset,
  throwBadByteLength,
} = require('internal/buffer/number_checks');

// Both ends of a number must lie within the buffer, and what lies beyond it reads as undefined.
function checkEnds(buffer, offset, width) {
  checkOffsetType(offset);
  if (buffer[offset] === undefined || buffer[offset + width - 1] === undefined) {
    throwBadOffset(buffer, offset, width);
  }
}

function readUInt8(offset = 0) {
  checkOffsetType(offset);
  const value = this[offset];
  if (value === undefined) throwBadOffset(this, offset, 1);
  return value;
}

function readUInt16LE(offset = 0) {
  checkEnds(this, offset, 2);
  return this[offset] | this[offset + 1] << 8;
}

function readUInt16BE(offset = 0) {
  checkEnds(this, offset, 2);
  return this[offset] << 8 | this[offset + 1];
}

function readUInt32LE(offset = 0) {
  return readInt32LE.call(this, offset) >>> 0;
}

function readUInt32BE(offset = 0) {
  return readInt32BE.call(this, offset) >>> 0;
}

function readInt8(offset = 0) {
  checkOffsetType(offset);
  const value = this[offset];
  if (value === undefined) throwBadOffset(this, offset, 1);
  return value << 24 >> 24;
}

function readInt16LE(offset = 0) {
  checkEnds(this, offset, 2);
  return (this[offset] | this[offset + 1] << 8) << 16 >> 16;
}

function readInt16BE(offset = 0) {
  checkEnds(this, offset, 2);
  return (this[offset] << 8 | this[offset + 1]) << 16 >> 16;
}

function readInt32LE(offset = 0) {
  checkEnds(this, offset, 4);
  return this[offset] | this[offset + 1] << 8 | this[offset + 2] << 16 | this[offset + 3] << 24;
}

function readInt32BE(offset = 0) {
  checkEnds(this, offset, 4);
  return this[offset] << 24 | this[offset + 1] << 16 | this[offset + 2] << 8 | this[offset + 3];
}

function checkVariable(buffer, offset, byteLength) {
  if (offset === undefined) throwBadOffset(buffer, offset, byteLength);
  if (!(byteLength === 1 || byteLength === 2 || byteLength === 3 ||
        byteLength === 4 || byteLength === 5 || byteLength === 6)) {
    throwBadByteLength(byteLength);
  }
  checkEnds(buffer, offset, byteLength);
}

// The upper part of a number of more than 4 bytes.
const HIGH = 0x100000000;

// (A case for each length: a loop takes three times as long.)
function readUIntLE(offset, byteLength) {
  checkVariable(this, offset, byteLength);
  const low = this[offset];
  switch (byteLength) {
    case 1: return low;
    case 2: return low | this[offset + 1] << 8;
    case 3: return low | this[offset + 1] << 8 | this[offset + 2] << 16;
    case 4: return readUInt32LE.call(this, offset);
    case 5: return this[offset + 4] * HIGH + readUInt32LE.call(this, offset);
    default: return (this[offset + 4] | this[offset + 5] << 8) * HIGH + readUInt32LE.call(this, offset);
  }
}

function readUIntBE(offset, byteLength) {
  checkVariable(this, offset, byteLength);
  const high = this[offset];
  switch (byteLength) {
    case 1: return high;
    case 2: return high << 8 | this[offset + 1];
    case 3: return high << 16 | this[offset + 1] << 8 | this[offset + 2];
    case 4: return readUInt32BE.call(this, offset);
    case 5: return high * HIGH + readUInt32BE.call(this, offset + 1);
    default: return (high << 8 | this[offset + 1]) * HIGH + readUInt32BE.call(this, offset + 2);
  }
}

// Reads the highest bit of `byteLength` bytes as a sign.
function toSigned(value, byteLength) {
  const range = 2 ** (8 * byteLength);
  return value >= range / 2 ? value - range : value;
}

function readIntLE(offset, byteLength) {
  return toSigned(readUIntLE.call(this, offset, byteLength), byteLength);
}

function readIntBE(offset, byteLength) {
  return toSigned(readUIntBE.call(this, offset, byteLength), byteLength);
}

// Copies a number's bytes to where float32 and the like see it. (No loops: they take longer.)
function load4(buffer, offset) {
  checkEnds(buffer, offset, 4);
  bytes[0] = buffer[offset];
  bytes[1] = buffer[offset + 1];
  bytes[2] = buffer[offset + 2];
  bytes[3] = buffer[offset + 3];
}

function load4Reversed(buffer, offset) {
  checkEnds(buffer, offset, 4);
  bytes[3] = buffer[offset];
  bytes[2] = buffer[offset + 1];
  bytes[1] = buffer[offset + 2];
  bytes[0] = buffer[offset + 3];
}

function load8(buffer, offset) {
  checkEnds(buffer, offset, 8);
  bytes[0] = buffer[offset];
  bytes[1] = buffer[offset + 1];
  bytes[2] = buffer[offset + 2];
  bytes[3] = buffer[offset + 3];
  bytes[4] = buffer[offset + 4];
  bytes[5] = buffer[offset + 5];
  bytes[6] = buffer[offset + 6];
  bytes[7] = buffer[offset + 7];
}

function load8Reversed(buffer, offset) {
  checkEnds(buffer, offset, 8);
  bytes[7] = buffer[offset];
  bytes[6] = buffer[offset + 1];
  bytes[5] = buffer[offset + 2];
  bytes[4] = buffer[offset + 3];
  bytes[3] = buffer[offset + 4];
  bytes[2] = buffer[offset + 5];
  bytes[1] = buffer[offset + 6];
  bytes[0] = buffer[offset + 7];
}

function readFloatLE(offset = 0) {
  load4(this, offset);
  return float32[0];
}

function readFloatBE(offset = 0) {
  load4Reversed(this, offset);
  return float32[0];
}

function readDoubleLE(offset = 0) {
  load8(this, offset);
  return float64[0];
}

function readDoubleBE(offset = 0) {
  load8Reversed(this, offset);
  return float64[0];
}

function readBigUInt64LE(offset = 0) {
  load8(this, offset);
  return bigUint64[0];
}

function readBigUInt64BE(offset = 0) {
  load8Reversed(this, offset);
  return bigUint64[0];
}

function readBigInt64LE(offset = 0) {
  load8(this, offset);
  return bigInt64[0];
}

function readBigInt64BE(offset = 0) {
  load8Reversed(this, offset);
  return bigInt64[0];
}

// (Each method of unsigned integers has two names.)
module.exports = {
  readUInt8,
  readUint8: readUInt8,
  readUInt16LE,
  readUint16LE: readUInt16LE,
  readUInt16BE,
  readUint16BE: readUInt16BE,
  readUInt32LE,
  readUint32LE: readUInt32LE,
  readUInt32BE,
  readUint32BE: readUInt32BE,
  readInt8,
  readInt16LE,
  readInt16BE,
  readInt32LE,
  readInt32BE,
  readUIntLE,
  readUintLE: readUIntLE,
  readUIntBE,
  readUintBE: readUIntBE,
  readIntLE,
  readIntBE,
  readFloatLE,
  readFloatBE,
  readDoubleLE,
  readDoubleBE,
  readBigUInt64LE,
  readBigUint64LE: readBigUInt64LE,
  readBigUInt64BE,
  readBigUint64BE: readBigUInt64BE,
  readBigInt64LE,
  readBigInt64BE,
};
