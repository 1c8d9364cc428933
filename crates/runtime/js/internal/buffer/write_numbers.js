// Buffer.prototype.writeX: numbers into bytes. Each returns the offset after the number.
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

function throwBadValue(value, range) {
  const { ERR_OUT_OF_RANGE } = require('internal/errors').codes;
  throw new ERR_OUT_OF_RANGE('value', range, value);
}

// A number that has to fit; it is returned.
function within(value, min, max) {
  if (value > max || value < min) throwBadValue(value, `>= ${min} and <= ${max}`);
  return value;
}

function checkRoom(buffer, offset, width) {
  checkOffsetType(offset);
  if (buffer[offset] === undefined || buffer[offset + width - 1] === undefined) {
    throwBadOffset(buffer, offset, width);
  }
}

// These put bytes into a buffer, in the order given: whoever calls them knows which end comes first.
function put1(buffer, offset, byte) {
  if (buffer[offset] === undefined) throwBadOffset(buffer, offset, 1);
  buffer[offset] = byte;
  return offset + 1;
}

function put2(buffer, offset, first, second) {
  checkRoom(buffer, offset, 2);
  buffer[offset] = first;
  buffer[offset + 1] = second;
  return offset + 2;
}

function put4(buffer, offset, first, second, third, fourth) {
  checkRoom(buffer, offset, 4);
  buffer[offset] = first;
  buffer[offset + 1] = second;
  buffer[offset + 2] = third;
  buffer[offset + 3] = fourth;
  return offset + 4;
}

// Of a single byte the offset's type is looked at before the value's range.
function writeUInt8(value, offset = 0) {
  const number = +value;
  checkOffsetType(offset);
  return put1(this, offset, within(number, 0, 0xff));
}

function writeInt8(value, offset = 0) {
  const number = +value;
  checkOffsetType(offset);
  return put1(this, offset, within(number, -0x80, 0x7f));
}

function writeUInt16LE(value, offset = 0) {
  const number = within(+value, 0, 0xffff);
  return put2(this, offset, number, number >>> 8);
}

function writeUInt16BE(value, offset = 0) {
  const number = within(+value, 0, 0xffff);
  return put2(this, offset, number >>> 8, number);
}

function writeInt16LE(value, offset = 0) {
  const number = within(+value, -0x8000, 0x7fff);
  return put2(this, offset, number, number >>> 8);
}

function writeInt16BE(value, offset = 0) {
  const number = within(+value, -0x8000, 0x7fff);
  return put2(this, offset, number >>> 8, number);
}

function writeUInt32LE(value, offset = 0) {
  const number = within(+value, 0, 0xffffffff);
  return put4(this, offset, number, number >>> 8, number >>> 16, number >>> 24);
}

function writeUInt32BE(value, offset = 0) {
  const number = within(+value, 0, 0xffffffff);
  return put4(this, offset, number >>> 24, number >>> 16, number >>> 8, number);
}

function writeInt32LE(value, offset = 0) {
  const number = within(+value, -0x80000000, 0x7fffffff);
  return put4(this, offset, number, number >>> 8, number >>> 16, number >>> 24);
}

function writeInt32BE(value, offset = 0) {
  const number = within(+value, -0x80000000, 0x7fffffff);
  return put4(this, offset, number >>> 24, number >>> 16, number >>> 8, number);
}

// Numbers of 1 to 6 bytes: the checks, and the value as a number.
function checkVariable(buffer, value, offset, byteLength, signed) {
  if (!(byteLength === 1 || byteLength === 2 || byteLength === 3 ||
        byteLength === 4 || byteLength === 5 || byteLength === 6)) {
    throwBadByteLength(byteLength);
  }
  if (byteLength === 1) checkOffsetType(offset);
  value = +value;
  const bits = 8 * byteLength;
  const max = signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  const min = signed ? -max - 1 : 0;
  if (value > max || value < min) throwBadValue(value, describeRange(bits, min, max));
  checkRoom(buffer, offset, byteLength);
  return value;
}

function describeRange(bits, min, max) {
  if (bits <= 32) return `>= ${min} and <= ${max}`;
  if (min === 0) return `>= 0 and < 2 ** ${bits}`;
  return `>= -(2 ** ${bits - 1}) and < 2 ** ${bits - 1}`;
}

function storeLE(buffer, value, offset, byteLength) {
  let low = value >>> 0;
  for (let i = 0; i < byteLength; i++) {
    if (i === 4) low = Math.floor(value / 0x100000000) >>> 0;
    buffer[offset + i] = low;
    low >>>= 8;
  }
  return offset + byteLength;
}

function storeBE(buffer, value, offset, byteLength) {
  let low = value >>> 0;
  for (let i = 0; i < byteLength; i++) {
    if (i === 4) low = Math.floor(value / 0x100000000) >>> 0;
    buffer[offset + byteLength - 1 - i] = low;
    low >>>= 8;
  }
  return offset + byteLength;
}

function writeUIntLE(value, offset, byteLength) {
  value = checkVariable(this, value, offset, byteLength, false);
  return storeLE(this, value, offset, byteLength);
}

function writeUIntBE(value, offset, byteLength) {
  value = checkVariable(this, value, offset, byteLength, false);
  return storeBE(this, value, offset, byteLength);
}

function writeIntLE(value, offset, byteLength) {
  value = checkVariable(this, value, offset, byteLength, true);
  return storeLE(this, value, offset, byteLength);
}

function writeIntBE(value, offset, byteLength) {
  value = checkVariable(this, value, offset, byteLength, true);
  return storeBE(this, value, offset, byteLength);
}

// Put the eight shared bytes into a buffer. (No loops: they take longer.)
function store8(buffer, offset) {
  checkRoom(buffer, offset, 8);
  buffer[offset] = bytes[0];
  buffer[offset + 1] = bytes[1];
  buffer[offset + 2] = bytes[2];
  buffer[offset + 3] = bytes[3];
  buffer[offset + 4] = bytes[4];
  buffer[offset + 5] = bytes[5];
  buffer[offset + 6] = bytes[6];
  buffer[offset + 7] = bytes[7];
  return offset + 8;
}

function store8Reversed(buffer, offset) {
  checkRoom(buffer, offset, 8);
  buffer[offset] = bytes[7];
  buffer[offset + 1] = bytes[6];
  buffer[offset + 2] = bytes[5];
  buffer[offset + 3] = bytes[4];
  buffer[offset + 4] = bytes[3];
  buffer[offset + 5] = bytes[2];
  buffer[offset + 6] = bytes[1];
  buffer[offset + 7] = bytes[0];
  return offset + 8;
}

function writeFloatLE(value, offset = 0) {
  float32[0] = value;
  return put4(this, offset, bytes[0], bytes[1], bytes[2], bytes[3]);
}

function writeFloatBE(value, offset = 0) {
  float32[0] = value;
  return put4(this, offset, bytes[3], bytes[2], bytes[1], bytes[0]);
}

function writeDoubleLE(value, offset = 0) {
  float64[0] = value;
  return store8(this, offset);
}

function writeDoubleBE(value, offset = 0) {
  float64[0] = value;
  return store8Reversed(this, offset);
}

// (A typed array would also take the strings and booleans that convert to a BigInt.)
function checkBigInt(value) {
  if (typeof value !== 'bigint') throw new TypeError('Cannot convert a value that is not a BigInt');
}

function checkBigUInt64(buffer, value, offset) {
  if (value > 0xffffffffffffffffn || value < 0n) throwBadValue(value, '>= 0n and < 2n ** 64n');
  checkRoom(buffer, offset, 8);
  checkBigInt(value);
}

function checkBigInt64(buffer, value, offset) {
  if (value > 0x7fffffffffffffffn || value < -0x8000000000000000n) {
    throwBadValue(value, '>= -(2n ** 63n) and < 2n ** 63n');
  }
  checkRoom(buffer, offset, 8);
  checkBigInt(value);
}

function writeBigUInt64LE(value, offset = 0) {
  checkBigUInt64(this, value, offset);
  bigUint64[0] = value;
  return store8(this, offset);
}

function writeBigUInt64BE(value, offset = 0) {
  checkBigUInt64(this, value, offset);
  bigUint64[0] = value;
  return store8Reversed(this, offset);
}

function writeBigInt64LE(value, offset = 0) {
  checkBigInt64(this, value, offset);
  bigInt64[0] = value;
  return store8(this, offset);
}

function writeBigInt64BE(value, offset = 0) {
  checkBigInt64(this, value, offset);
  bigInt64[0] = value;
  return store8Reversed(this, offset);
}

// (Each method of unsigned integers has two names.)
module.exports = {
  writeUInt8,
  writeUint8: writeUInt8,
  writeUInt16LE,
  writeUint16LE: writeUInt16LE,
  writeUInt16BE,
  writeUint16BE: writeUInt16BE,
  writeUInt32LE,
  writeUint32LE: writeUInt32LE,
  writeUInt32BE,
  writeUint32BE: writeUInt32BE,
  writeInt8,
  writeInt16LE,
  writeInt16BE,
  writeInt32LE,
  writeInt32BE,
  writeUIntLE,
  writeUintLE: writeUIntLE,
  writeUIntBE,
  writeUintBE: writeUIntBE,
  writeIntLE,
  writeIntBE,
  writeFloatLE,
  writeFloatBE,
  writeDoubleLE,
  writeDoubleBE,
  writeBigUInt64LE,
  writeBigUint64LE: writeBigUInt64LE,
  writeBigUInt64BE,
  writeBigUint64BE: writeBigUInt64BE,
  writeBigInt64LE,
  writeBigInt64BE,
};
