// The encodings of Buffers: a codec for each, found by any of its names.
//   byteLength(string)                     how many bytes the string needs at most
//   write(bytes, string, offset, length)   writes what fits into `length` bytes, returns the count
//   slice(bytes, start, end)               the string of some bytes
// Codecs trust their arguments: the range lies within the bytes.
'use strict';

const native = binding('buffer');
const { checkStringLength } = require('internal/buffer/fast_buffer');

// Up to this length a loop here is faster than a call into Rust.
const SHORT = 10;

// The same for a new Buffer, which is better off with memory of its own than with a piece of the pool.
const SHORT_ALONE = 24;

// Writes a short string of ASCII alone; false where there is anything else in it.
function writeShortAscii(bytes, string, offset) {
  const { length } = string;
  for (let i = 0; i < length; i++) {
    const code = string.charCodeAt(i);
    if (code > 0x7f) return false;
    bytes[offset + i] = code;
  }
  return true;
}

const utf8 = {
  name: 'utf8',
  byteLength: native.utf8Length,
  write(bytes, string, offset, length) {
    const { length: count } = string;
    if (count <= SHORT && count <= length && writeShortAscii(bytes, string, offset)) return count;
    return native.utf8Write(bytes, string, offset, length);
  },
  slice(bytes, start, end) {
    checkStringLength(end - start);
    return native.utf8Slice(bytes, start, end);
  },
};

function writeLatin1(bytes, string, offset, length) {
  const count = Math.min(string.length, length);
  if (count > SHORT) return native.latin1Write(bytes, string, offset, count);
  for (let i = 0; i < count; i++) bytes[offset + i] = string.charCodeAt(i);
  return count;
}

const latin1 = {
  name: 'latin1',
  byteLength: (string) => string.length,
  write: writeLatin1,
  slice(bytes, start, end) {
    checkStringLength(end - start);
    return native.latin1Slice(bytes, start, end);
  },
};

const ascii = {
  name: 'ascii',
  byteLength: (string) => string.length,
  write: writeLatin1,
  slice(bytes, start, end) {
    checkStringLength(end - start);
    return native.asciiSlice(bytes, start, end);
  },
};

const utf16le = {
  name: 'utf16le',
  byteLength: (string) => string.length * 2,
  write: native.ucs2Write,
  slice(bytes, start, end) {
    checkStringLength((end - start) / 2);
    return native.ucs2Slice(bytes, start, end);
  },
};

const hex = {
  name: 'hex',
  byteLength: (string) => string.length >>> 1,
  write: native.hexWrite,
  slice(bytes, start, end) {
    checkStringLength((end - start) * 2);
    return native.hexSlice(bytes, start, end);
  },
};

const EQUALS = 0x3d;

// An upper bound: characters that are no digits are skipped when bytes are written.
function base64ByteLength(string) {
  let digits = string.length;
  if (digits > 0 && string.charCodeAt(digits - 1) === EQUALS) digits--;
  if (digits > 1 && string.charCodeAt(digits - 1) === EQUALS) digits--;
  return Math.floor(digits * 3 / 4);
}

const base64 = {
  name: 'base64',
  byteLength: base64ByteLength,
  write: native.base64Write,
  slice(bytes, start, end) {
    checkStringLength((end - start) * 4 / 3);
    return native.base64Slice(bytes, start, end);
  },
};

const base64url = {
  name: 'base64url',
  byteLength: base64ByteLength,
  write: native.base64Write,
  slice(bytes, start, end) {
    checkStringLength((end - start) * 4 / 3);
    return native.base64urlSlice(bytes, start, end);
  },
};

function codecOfLowerCase(name) {
  switch (name) {
    case 'utf8':
    case 'utf-8':
      return utf8;
    case 'latin1':
    case 'binary':
      return latin1;
    case 'base64':
      return base64;
    case 'hex':
      return hex;
    case 'utf16le':
    case 'utf-16le':
    case 'ucs2':
    case 'ucs-2':
      return utf16le;
    case 'ascii':
      return ascii;
    case 'base64url':
      return base64url;
    default:
      return undefined;
  }
}

// The codec of an encoding's name in any case; undefined for what is no such name.
function codecOf(encoding) {
  return codecOfLowerCase(encoding) ?? codecOfLowerCase(`${encoding}`.toLowerCase());
}

// The same, where an unknown name is an error.
function requireCodec(encoding) {
  const codec = codecOf(encoding);
  if (codec === undefined) {
    const { ERR_UNKNOWN_ENCODING } = require('internal/errors').codes;
    throw new ERR_UNKNOWN_ENCODING(encoding);
  }
  return codec;
}

// The name by which the library knows an encoding; no name at all means UTF-8.
function normalizeEncoding(encoding) {
  if (encoding == null || encoding === '') return 'utf8';
  return codecOf(encoding)?.name;
}

module.exports = {
  utf8,
  latin1,
  ascii,
  utf16le,
  hex,
  base64,
  base64url,
  codecOf,
  requireCodec,
  normalizeEncoding,
  SHORT_ALONE,
  writeShortAscii,
};
