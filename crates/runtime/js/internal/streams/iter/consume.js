// Consumers: all bytes of a stream at once, as bytes, text, a buffer or a list.
'use strict';

const { codes } = require('internal/errors');
const { encodingName } = binding('encoding');
const { optionsFrom, limitFrom, signalFrom } = require('internal/streams/iter/arguments');
const { openSource, syncSourceOpener } = require('internal/streams/iter/from');
const { isAtHand } = require('internal/streams/iter/reader');

// Chunks, as many as are allowed.
class Collection {
  constructor(limit) {
    this.limit = limit;
    this.chunks = [];
    this.byteLength = 0;
  }

  add(batch) {
    for (let i = 0; i < batch.length; i++) {
      this.byteLength += batch[i].byteLength;
      if (this.byteLength > this.limit) {
        throw new codes.ERR_OUT_OF_RANGE('totalBytes', `<= ${this.limit}`, this.byteLength);
      }
      this.chunks.push(batch[i]);
    }
  }

  // All as one: the only chunk itself if it is all of its memory.
  bytes() {
    const { chunks } = this;
    if (chunks.length === 1 && isWholeBuffer(chunks[0])) return chunks[0];
    const bytes = new Uint8Array(this.byteLength);
    for (let i = 0, at = 0; i < chunks.length; i++) {
      bytes.set(chunks[i], at);
      at += chunks[i].byteLength;
    }
    return bytes;
  }
}

function isWholeBuffer(chunk) {
  return chunk.constructor === Uint8Array && chunk.buffer instanceof ArrayBuffer &&
    chunk.byteLength === chunk.buffer.byteLength;
}

async function collect(source, options) {
  const limit = limitFrom(options);
  const signal = signalFrom(options);
  signal?.throwIfAborted();
  const collection = new Collection(limit);
  const reader = openSource(source, signal);
  for (;;) {
    let batch = reader.read();
    if (!isAtHand(batch)) batch = await batch;
    if (batch === null) return collection;
    try {
      collection.add(batch);
    } catch (error) {
      await reader.close();
      throw error;
    }
  }
}

function collectSync(source, options) {
  const collection = new Collection(limitFrom(options));
  const reader = syncSourceOpener(source)();
  try {
    for (let batch = reader.read(); batch !== null; batch = reader.read()) collection.add(batch);
  } finally {
    reader.close();
  }
  return collection;
}

function decoderFor(options) {
  const encoding = options.encoding === undefined ? 'utf-8' : `${options.encoding}`;
  if (encodingName(encoding) === null) {
    throw new codes.ERR_INVALID_ARG_VALUE.RangeError('options.encoding', encoding);
  }
  const { TextDecoder } = require('internal/encoding');
  return new TextDecoder(encoding, { __proto__: null, fatal: true });
}

async function bytes(source, options = undefined) {
  return (await collect(source, optionsFrom(options))).bytes();
}

async function arrayBuffer(source, options = undefined) {
  return (await collect(source, optionsFrom(options))).bytes().buffer;
}

async function array(source, options = undefined) {
  return (await collect(source, optionsFrom(options))).chunks;
}

async function text(source, options = undefined) {
  const given = optionsFrom(options);
  const decoder = decoderFor(given);
  return decoder.decode((await collect(source, given)).bytes());
}

function bytesSync(source, options = undefined) {
  return collectSync(source, optionsFrom(options)).bytes();
}

function arrayBufferSync(source, options = undefined) {
  return collectSync(source, optionsFrom(options)).bytes().buffer;
}

function arraySync(source, options = undefined) {
  return collectSync(source, optionsFrom(options)).chunks;
}

function textSync(source, options = undefined) {
  const given = optionsFrom(options);
  const decoder = decoderFor(given);
  return decoder.decode(collectSync(source, given).bytes());
}

module.exports = { array, arrayBuffer, arrayBufferSync, arraySync, bytes, bytesSync, text, textSync };
