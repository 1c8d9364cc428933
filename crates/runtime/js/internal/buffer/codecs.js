// The encodings of Buffers: a codec for each, found by any of its names.
'use strict';

const native = binding('buffer');
const { checkStringLength } = require('internal/buffer/fast_buffer');

// A new Buffer of up to so many characters is filled in a loop: it has memory of its own, which is better than a piece of the
// pool.
const SHORT_ALONE = 24;

// The string of so many bytes is not too long in any encoding.
const SURELY_SHORT = 2 ** 28;

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

// All codecs are of this class and go through the same two functions: which encoding it is the binding looks at, so that a
// place that meets many of them is as fast as one that meets one. Codecs trust their arguments: the range lies within the bytes.
class Codec {
  // `number` is the binding's name for it, `charactersAByte` how many a byte becomes.
  // `byteLength(string)` is how many bytes the string needs at most.
  constructor(name, number, charactersAByte, byteLength) {
    this.name = name;
    this.number = number;
    this.charactersAByte = charactersAByte;
    this.byteLength = byteLength;
  }

  // The string of some bytes.
  decode(bytes, start, end) {
    const count = end - start;
    if (count > SURELY_SHORT) checkStringLength(count * this.charactersAByte);
    return native.slice(bytes, start, end, this.number);
  }

  // Writes what fits into `length` bytes, returns the count.
  write(bytes, string, offset, length) {
    return native.write(bytes, string, offset, length, this.number);
  }
}

function lengthOf(string) {
  return string.length;
}

const EQUALS = 0x3d;

// An upper bound: characters that are no digits are skipped when bytes are written.
function base64ByteLength(string) {
  let digits = string.length;
  if (digits > 0 && string.charCodeAt(digits - 1) === EQUALS) digits--;
  if (digits > 1 && string.charCodeAt(digits - 1) === EQUALS) digits--;
  return Math.floor(digits * 3 / 4);
}

const utf8 = new Codec('utf8', 1, 1, native.utf8Length);
const utf16le = new Codec('utf16le', 2, 0.5, (string) => string.length * 2);
const latin1 = new Codec('latin1', 3, 1, lengthOf);
const hex = new Codec('hex', 4, 2, (string) => string.length >>> 1);
const base64 = new Codec('base64', 5, 4 / 3, base64ByteLength);
const base64url = new Codec('base64url', 6, 4 / 3, base64ByteLength);
const ascii = new Codec('ascii', 7, 1, lengthOf);

// By the length first: each comparison takes as long as that.
function codecOfLowerCase(name) {
  switch (name.length) {
    case 3: return name === 'hex' ? hex : undefined;
    case 4: return name === 'utf8' ? utf8 : name === 'ucs2' ? utf16le : undefined;
    case 5: return name === 'ascii' ? ascii : name === 'utf-8' ? utf8 : name === 'ucs-2' ? utf16le : undefined;
    case 6: return name === 'latin1' || name === 'binary' ? latin1 : name === 'base64' ? base64 : undefined;
    case 7: return name === 'utf16le' ? utf16le : undefined;
    case 8: return name === 'utf-16le' ? utf16le : undefined;
    case 9: return name === 'base64url' ? base64url : undefined;
    default: return undefined;
  }
}

// The codec of an encoding's name in any case; undefined for what is no such name.
function codecOf(encoding) {
  if (typeof encoding === 'string') {
    const codec = codecOfLowerCase(encoding);
    if (codec !== undefined) return codec;
  }
  return codecOfLowerCase(`${encoding}`.toLowerCase());
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
