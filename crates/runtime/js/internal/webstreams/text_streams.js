// TextEncoderStream and TextDecoderStream.
'use strict';

const { encode } = binding('encoding');
const { TextDecoder } = require('internal/encoding');
const { makeTransform } = require('internal/webstreams/transform_stream');
const { invalidThis } = require('internal/webstreams/stream_errors');
const { defineInterface, kInspect, show } = require('internal/webstreams/interface_shape');

const { decode } = TextDecoder.prototype;
const kMore = { __proto__: null, stream: true };

class Encoding {
  constructor() {
    // The first half of a character whose second half may come with the next chunk.
    this.half = '';
  }

  transform(chunk, core) {
    let text = this.half + `${chunk}`;
    this.half = '';
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.half = text.slice(-1);
      text = text.slice(0, -1);
    }
    if (text !== '') core.enqueue(encode(text));
  }

  flush(core) {
    if (this.half !== '') core.enqueue(encode(this.half));
  }

  cancel() {}
}

class Decoding {
  constructor(decoder) {
    this.decoder = decoder;
  }

  transform(chunk, core) {
    // Here undefined is no chunk; decode() would take it for an empty one.
    const text = Reflect.apply(decode, this.decoder, [chunk === undefined ? null : chunk, kMore]);
    if (text !== '') core.enqueue(text);
  }

  flush(core) {
    const text = Reflect.apply(decode, this.decoder, []);
    if (text !== '') core.enqueue(text);
  }

  cancel() {}
}

// Getters leave it to the engine to refuse other objects, as Node's do.
let isEncoderStream;

class TextEncoderStream {
  #encoding = 'utf-8';
  #sides = makeTransform(new Encoding());

  static {
    isEncoderStream = (value) => typeof value === 'object' && value !== null && #sides in value;
  }

  get encoding() {
    return this.#encoding;
  }

  get readable() {
    return this.#sides.readable;
  }

  get writable() {
    return this.#sides.writable;
  }

  [kInspect](depth, options) {
    const { encoding, readable, writable } = checkEncoder(this);
    return show('TextEncoderStream', { encoding, readable, writable }, depth, options);
  }
}

function checkEncoder(value) {
  if (!isEncoderStream(value)) throw invalidThis('TextEncoderStream');
  return value;
}

let isDecoderStream;

class TextDecoderStream {
  #decoder;
  #sides;

  static {
    isDecoderStream = (value) => typeof value === 'object' && value !== null && #decoder in value;
  }

  constructor(encoding = 'utf-8', options = {}) {
    this.#decoder = new TextDecoder(encoding, options);
    this.#sides = makeTransform(new Decoding(this.#decoder));
  }

  get encoding() {
    return this.#decoder.encoding;
  }

  get fatal() {
    return this.#decoder.fatal;
  }

  get ignoreBOM() {
    return this.#decoder.ignoreBOM;
  }

  get readable() {
    return this.#sides.readable;
  }

  get writable() {
    return this.#sides.writable;
  }

  [kInspect](depth, options) {
    const { encoding, fatal, ignoreBOM, readable, writable } = checkDecoder(this);
    return show('TextDecoderStream', { encoding, fatal, ignoreBOM, readable, writable }, depth, options);
  }
}

function checkDecoder(value) {
  if (!isDecoderStream(value)) throw invalidThis('TextDecoderStream');
  return value;
}

defineInterface(TextEncoderStream, ['encoding', 'readable', 'writable']);
defineInterface(TextDecoderStream, ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable']);

module.exports = { TextDecoderStream, TextEncoderStream };
