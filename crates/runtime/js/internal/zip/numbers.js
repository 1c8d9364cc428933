// The numbers of the ZIP format, and what all its parts need.
'use strict';

const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { isAnyArrayBuffer } = require('internal/buffer/fast_buffer');

const numbers = {
  // What each structure begins with, and how long it is without what varies.
  LOCAL: 0x04034b50,
  LOCAL_SIZE: 30,
  CENTRAL: 0x02014b50,
  CENTRAL_SIZE: 46,
  END: 0x06054b50,
  END_SIZE: 22,
  END64: 0x06064b50,
  END64_SIZE: 56,
  LOCATOR: 0x07064b50,
  LOCATOR_SIZE: 20,
  DESCRIPTOR: 0x08074b50,
  // Fields that say so are in the Zip64 structures instead.
  ELSEWHERE16: 0xffff,
  ELSEWHERE32: 0xffffffff,
  // Flags of members
  ENCRYPTED: 1,
  DESCRIBED: 8,
  UTF8: 0x800,
  // Methods
  STORE: 0,
  DEFLATE: 8,
  ZSTD: 93,
  // Who made a member; what it is, in the upper half of its attributes
  UNIX: 3,
  FILE_TYPE: 0o170000,
  REGULAR: 0o100000,
  FOLDER: 0o040000,
  LINK: 0o120000,
};

function invalid(what) {
  return new errors.ERR_ZIP_INVALID_ARCHIVE(what);
}

function unsupported(what) {
  return new errors.ERR_ZIP_UNSUPPORTED_FEATURE(what);
}

function corrupt(name, what) {
  return new errors.ERR_ZIP_ENTRY_CORRUPT(`entry "${name}" ${what}`);
}

// A number of 64 bits, which must not be too large for one of ours.
function read64(bytes, at) {
  const value = bytes.readUInt32LE(at + 4) * 0x1_0000_0000 + bytes.readUInt32LE(at);
  if (value > Number.MAX_SAFE_INTEGER) throw invalid('a 64-bit field exceeds the safe integer range');
  return value;
}

function write64(bytes, value, at) {
  bytes.writeUInt32LE(value % 0x1_0000_0000, at);
  bytes.writeUInt32LE(Math.floor(value / 0x1_0000_0000), at + 4);
}

// Whatever holds bytes, as a Buffer over the same memory.
function bufferOver(value, name) {
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (isAnyArrayBuffer(value)) return Buffer.from(value);
  throw new errors.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], value);
}

let warned = false;

// Every way into ZIP archives passes here.
function warnOnce() {
  if (warned) return;
  warned = true;
  process.emitWarning('The zlib ZIP archive API is an experimental feature and might change at any time',
    'ExperimentalWarning');
}

module.exports = { bufferOver, corrupt, invalid, numbers, read64, unsupported, warnOnce, write64 };
