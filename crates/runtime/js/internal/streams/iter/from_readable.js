// Classic readable streams as streams of batches.
'use strict';

const { codes } = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end_of_stream');
const { toAsyncStreamable } = require('internal/streams/iter/protocol');
const { bytesOf, chunksOfValue, hasMethod } = require('internal/streams/iter/values');
const { generatorOf, registerStream } = require('internal/streams/iter/reader');

// The most chunks of one batch.
const kBatchSize = 128;

class ClassicReader {
  constructor(stream) {
    this.stream = stream;
    this.started = false;
    this.over = false;
    // Undefined while the stream goes on, null when it has ended well.
    this.error = undefined;
    this.wake = undefined;
    this.onNews = (resolve) => { this.wake = resolve; };
    this.onReadable = () => this.notify();
    this.stopWatching = undefined;
  }

  start() {
    this.started = true;
    const { stream } = this;
    const onEnd = (error) => {
      this.error ??= error ?? null;
      this.notify();
    };
    stream.on('readable', this.onReadable);
    if (stream._readableState !== undefined) {
      this.stopWatching = eos(stream, { __proto__: null, writable: false }, onEnd);
      return;
    }
    // Something that only behaves like a stream.
    const onClose = () => onEnd(new codes.ERR_STREAM_PREMATURE_CLOSE());
    const onGoodEnd = () => onEnd(null);
    stream.on('end', onGoodEnd);
    stream.on('error', onEnd);
    stream.on('close', onClose);
    this.stopWatching = () => {
      stream.off('end', onGoodEnd);
      stream.off('error', onEnd);
      stream.off('close', onClose);
    };
  }

  notify() {
    this.wake?.();
    this.wake = undefined;
  }

  read() {
    if (this.over) return null;
    if (!this.started) this.start();
    const { stream } = this;
    const chunk = stream.destroyed ? null : stream.read();
    if (chunk !== null && chunk !== undefined) return this.gather(chunk);
    if (this.error === undefined) return this.readLater();
    const { error } = this;
    this.close();
    if (error !== null) throw error;
    return null;
  }

  async readLater() {
    await new Promise(this.onNews);
    return this.read();
  }

  // A chunk, and what else is in the stream's buffer.
  gather(first) {
    const { stream } = this;
    const chunks = [first];
    while (stream.readableLength > 0 && chunks.length < kBatchSize) {
      const chunk = stream.read();
      if (chunk === null) break;
      chunks.push(chunk);
    }
    for (let i = 0; i < chunks.length; i++) {
      const bytes = bytesOf(chunks[i]);
      if (bytes === undefined) return this.convert(chunks);
      chunks[i] = bytes;
    }
    return chunks;
  }

  // Objects that are not bytes themselves.
  async convert(chunks) {
    try {
      const batch = await chunksOfValue(chunks, true);
      return batch.length === 0 ? this.read() : batch;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close() {
    if (this.over) return;
    this.over = true;
    const { stream } = this;
    if (this.started) {
      stream.off('readable', this.onReadable);
      if (this.error !== undefined) this.stopWatching();
    }
    // The end is watched until then: somebody has to take the error that this makes.
    if (!stream.destroyed && this.error !== null) destroyer(stream, null);
  }
}

// An iterator that is a stream as well.
function batchesOfReadable(stream) {
  const reader = new ClassicReader(stream);
  const iterator = generatorOf(reader);
  iterator.stream = stream;
  registerStream(iterator, () => reader);
  return iterator;
}

const known = new WeakMap();

function fromReadable(readable) {
  const isObject = readable !== null && typeof readable === 'object';
  const hasProtocol = isObject && hasMethod(readable, toAsyncStreamable);
  const isStream = hasProtocol ||
    (isObject && typeof readable.read === 'function' && typeof readable.on === 'function');
  if (!isStream) throw new codes.ERR_INVALID_ARG_TYPE('readable', 'Readable', readable);
  if (known.has(readable)) return known.get(readable);
  const stream = hasProtocol ? readable[toAsyncStreamable]() : batchesOfReadable(readable);
  known.set(readable, stream);
  return stream;
}

// Makes classic streams sources; without the option they only say that it is missing.
function install({ prototype }) {
  prototype[toAsyncStreamable] = function() {
    return batchesOfReadable(this);
  };
}

module.exports = { fromReadable, install };
