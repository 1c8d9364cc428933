// The module `string_decoder`: strings out of a stream of bytes whose chunks may end within a character.
'use strict';

const { codecOf } = require('internal/buffer/codecs');
const { FastBuffer } = require('internal/buffer/fast_buffer');
const { Buffer } = require('buffer');

// The state of a decoder is 7 bytes: the bytes of a character that is not complete yet (up to 4),
// how many are still to come, how many are there, and a number for the encoding.
const kState = Symbol('kNativeDecoder');
const MISSING = 4;
const BUFFERED = 5;
const ENCODING = 6;

const names = ['ascii', 'utf8', 'base64', 'utf16le', 'latin1', 'hex', 'buffer', 'base64url'];

function StringDecoder(encoding) {
  const codec = encoding ? codecOf(encoding) : codecOf('utf8');
  if (codec === undefined) {
    const { ERR_UNKNOWN_ENCODING } = require('internal/errors').codes;
    throw new ERR_UNKNOWN_ENCODING(encoding);
  }
  this.encoding = codec.name;
  this[kState] = Buffer.alloc(7);
  this[kState][ENCODING] = names.indexOf(codec.name);
}

StringDecoder.prototype.write = function write(buf) {
  if (typeof buf === 'string') return buf;
  if (!ArrayBuffer.isView(buf)) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], buf);
  }
  const state = this[kState];
  if (state === undefined) {
    const { ERR_INVALID_THIS } = require('internal/errors').codes;
    throw new ERR_INVALID_THIS('StringDecoder');
  }
  const bytes = buf instanceof Uint8Array ? buf : new FastBuffer(buf.buffer, buf.byteOffset, buf.byteLength);
  return decode(state, bytes);
};

StringDecoder.prototype.end = function end(buf) {
  const text = buf === undefined ? '' : this.write(buf);
  return this[kState][BUFFERED] === 0 ? text : text + flush(this[kState]);
};

StringDecoder.prototype.text = function text(buf, offset) {
  this[kState][MISSING] = 0;
  this[kState][BUFFERED] = 0;
  return this.write(buf.slice(offset));
};

Object.defineProperties(StringDecoder.prototype, {
  lastChar: {
    get() {
      return this[kState].subarray(0, 4);
    },
    enumerable: true,
    configurable: true,
  },
  lastNeed: {
    get() {
      return this[kState][MISSING];
    },
    enumerable: true,
    configurable: true,
  },
  lastTotal: {
    get() {
      return this[kState][BUFFERED] + this[kState][MISSING];
    },
    enumerable: true,
    configurable: true,
  },
});

function decode(state, bytes) {
  const codec = codecOf(names[state[ENCODING]]);
  const { length } = bytes;
  if (length === 0) return '';
  const findTail = tails[codec.name];
  if (findTail === undefined) return codec.decode(bytes, 0, length);

  let start = 0;
  let text = '';
  if (state[BUFFERED] !== 0) {
    start = complete(state, bytes, codec);
    if (state[MISSING] !== 0) return '';
    text = codec.decode(state, 0, state[BUFFERED]);
    state[BUFFERED] = 0;
    if (start === length) return text;
  }

  const buffered = findTail(bytes, start, state);
  const end = length - buffered;
  state[BUFFERED] = buffered;
  for (let i = 0; i < buffered; i++) state[i] = bytes[end + i];
  return end > start ? text + codec.decode(bytes, start, end) : text;
}

// Adds to the incomplete character what the chunk has of it; returns where the rest starts.
function complete(state, bytes, codec) {
  let position = 0;
  while (state[MISSING] > 0 && position < bytes.length) {
    // The character was cut short where a byte that must continue it does not.
    if (codec.name === 'utf8' && (bytes[position] & 0xc0) !== 0x80) {
      state[MISSING] = 0;
      break;
    }
    state[state[BUFFERED]++] = bytes[position++];
    state[MISSING]--;
  }
  return position;
}

function isHighSurrogate(bytes, index) {
  return (bytes[index + 1] & 0xfc) === 0xd8;
}

function flush(state) {
  const codec = codecOf(names[state[ENCODING]]);
  let count = state[BUFFERED];
  if (codec.name === 'utf16le') count -= count % 2;
  state[BUFFERED] = 0;
  state[MISSING] = 0;
  return count === 0 ? '' : codec.decode(state, 0, count);
}

// For the encodings whose characters (or groups of digits) take several bytes: how many bytes at the
// end belong to an incomplete one. Each sets how many are missing.
const tails = {
  utf8: findUtf8Tail,
  utf16le: findUtf16Tail,
  base64: findBase64Tail,
  base64url: findBase64Tail,
};

function findUtf8Tail(bytes, start, state) {
  const last = bytes.length - 1;
  for (let i = last; i >= start && i > last - 4; i--) {
    const byte = bytes[i];
    if ((byte & 0xc0) === 0x80) continue;
    const missing = utf8Length(byte) - (last - i + 1);
    if (missing <= 0) return 0;
    state[MISSING] = missing;
    return last - i + 1;
  }
  return 0;
}

// How many bytes a character has that starts with this one; 0 for one that is no start.
function utf8Length(byte) {
  if ((byte & 0xe0) === 0xc0) return 2;
  if ((byte & 0xf0) === 0xe0) return 3;
  return (byte & 0xf8) === 0xf0 ? 4 : 0;
}

function findUtf16Tail(bytes, start, state) {
  const { length } = bytes;
  if ((length - start) % 2 === 1) {
    state[MISSING] = 1;
    return 1;
  }
  if (!isHighSurrogate(bytes, length - 2)) return 0;
  state[MISSING] = 2;
  return 2;
}

function findBase64Tail(bytes, start, state) {
  const buffered = (bytes.length - start) % 3;
  if (buffered !== 0) state[MISSING] = 3 - buffered;
  return buffered;
}

module.exports = { StringDecoder };
