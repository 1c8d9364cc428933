// The web's TextEncoder and TextDecoder.
'use strict';

const native = binding('encoding');
const { isUint8Array, isAnyArrayBuffer } = require('internal/buffer/fast_buffer');

const customInspect = Symbol.for('nodejs.util.inspect.custom');

// Where native.encodeInto leaves how many code units it read and how many bytes it wrote.
const progress = new Uint32Array(2);

let isEncoder;
let isDecoder;
let decodeChunk;

class TextEncoder {
  #encoding = 'utf-8';

  static {
    isEncoder = (value) => typeof value === 'object' && value !== null && #encoding in value;
  }

  get encoding() {
    return this.#encoding;
  }

  encode(input = '') {
    checkEncoder(this);
    return native.encode(`${input}`);
  }

  encodeInto(src, dest) {
    checkEncoder(this);
    require('internal/validators').validateString(src, 'src');
    if (!isUint8Array(dest)) throwArgType('dest', 'Uint8Array', dest);
    native.encodeInto(src, dest, progress);
    return { read: progress[0], written: progress[1] };
  }

  [customInspect](depth, options) {
    const encoding = this.#encoding;
    if (typeof depth === 'number' && depth < 0) return this;
    return require('util').inspect({ encoding }, options);
  }
}

function checkEncoder(value) {
  if (!isEncoder(value)) throwInvalidThis('TextEncoder');
}

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #stream; // the state between the chunks of a stream; undefined outside of one

  static {
    isDecoder = (value) => typeof value === 'object' && value !== null && #encoding in value;
    decodeChunk = (decoder, bytes, more) => {
      decoder.#stream ??= native.createDecoder(decoder.#encoding, decoder.#fatal, decoder.#ignoreBOM);
      const text = native.decodeChunk(decoder.#stream, bytes, !more);
      if (!more || text === null) decoder.#stream = undefined;
      return text;
    };
  }

  constructor(encoding = 'utf-8', options = undefined) {
    const label = `${encoding}`;
    checkOptions(options);
    const name = label === 'utf-8' || label === 'utf8' ? 'utf-8' : native.encodingName(label);
    if (name === null) {
      const { ERR_ENCODING_NOT_SUPPORTED } = require('internal/errors').codes;
      throw new ERR_ENCODING_NOT_SUPPORTED(label);
    }
    this.#encoding = name;
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBOM = Boolean(options?.ignoreBOM);
  }

  decode(input = undefined, options = undefined) {
    checkDecoder(this);
    checkOptions(options);
    const more = Boolean(options?.stream);
    const bytes = bytesOf(input);
    const text = more || this.#stream !== undefined ?
      decodeChunk(this, bytes, more) :
      native.decode(this.#encoding, bytes, this.#fatal, this.#ignoreBOM);
    if (text === null) {
      const { ERR_ENCODING_INVALID_ENCODED_DATA } = require('internal/errors').codes;
      throw new ERR_ENCODING_INVALID_ENCODED_DATA(this.#encoding, undefined);
    }
    return text;
  }

  get encoding() {
    checkDecoder(this);
    return this.#encoding;
  }

  get fatal() {
    checkDecoder(this);
    return this.#fatal;
  }

  get ignoreBOM() {
    checkDecoder(this);
    return this.#ignoreBOM;
  }

  [customInspect](depth, options) {
    const { encoding, fatal, ignoreBOM } = this;
    const { name } = this.constructor;
    if (typeof depth === 'number' && depth < 0) return options.stylize(`[${name}]`, 'special');
    return `${name} ${require('util').inspect({ encoding, fatal, ignoreBOM }, options)}`;
  }
}

function checkDecoder(value) {
  if (!isDecoder(value)) throwInvalidThis('TextDecoder');
}

function checkOptions(options) {
  if (options != null && typeof options !== 'object' && typeof options !== 'function') {
    throwArgType('options', 'object', options);
  }
}

const nothing = new Uint8Array(0);

function bytesOf(input) {
  if (input === undefined) return nothing;
  if (ArrayBuffer.isView(input)) return input;
  if (isAnyArrayBuffer(input)) return input.detached ? nothing : new Uint8Array(input);
  return throwArgType('input', ['ArrayBuffer', 'ArrayBufferView'], input);
}

function throwArgType(name, expected, value) {
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE(name, expected, value);
}

function throwInvalidThis(name) {
  const { ERR_INVALID_THIS } = require('internal/errors').codes;
  throw new ERR_INVALID_THIS(name);
}

function makeEnumerable(Class, names) {
  const properties = {
    [Symbol.toStringTag]: { __proto__: null, value: Class.name, configurable: true },
    [customInspect]: { __proto__: null, enumerable: false },
  };
  for (const name of names) properties[name] = { __proto__: null, enumerable: true };
  Object.defineProperties(Class.prototype, properties);
}

makeEnumerable(TextEncoder, ['encoding', 'encode', 'encodeInto']);
makeEnumerable(TextDecoder, ['decode', 'encoding', 'fatal', 'ignoreBOM']);

module.exports = { TextEncoder, TextDecoder };
