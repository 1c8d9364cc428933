// Where the chunks of a stream of values wait: behind a ReadableStreamDefaultController.
'use strict';

const { Ring } = require('internal/webstreams/rings');
const { PullSource } = require('internal/webstreams/pull_source');
const { checkedSize } = require('internal/webstreams/strategies');

class ValueSource extends PullSource {
  // `sizeOf` is undefined if every chunk counts 1.
  constructor(stream, producer, mark, sizeOf) {
    super(stream, producer, mark);
    this.sizeOf = sizeOf;
    this.chunks = new Ring();
    // Only if there is a strategy: what each chunk counts, and all together.
    this.sizes = sizeOf === undefined ? null : new Ring();
    this.measured = 0;
  }

  get queueSize() {
    return this.sizes === null ? this.chunks.length : this.measured;
  }

  get hasChunk() {
    return this.chunks.length > 0;
  }

  get isByteSource() {
    return false;
  }

  enqueue(chunk) {
    const { reader } = this.stream;
    if (reader !== null && reader.takers.length > 0) reader.takers.shift().chunk(chunk);
    else this.store(chunk);
    this.ask();
  }

  store(chunk) {
    if (this.sizes !== null) {
      const size = this.measure(chunk);
      this.sizes.push(size);
      this.measured += size;
    }
    this.chunks.push(chunk);
  }

  measure(chunk) {
    const { sizeOf } = this;
    try {
      return checkedSize(sizeOf(chunk));
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  read(taker) {
    if (this.chunks.length > 0) {
      taker.chunk(this.take());
      return;
    }
    this.stream.reader.takers.push(taker);
    this.ask();
  }

  take() {
    const chunk = this.chunks.shift();
    if (this.sizes !== null) {
      const rest = this.measured - this.sizes.shift();
      // Sums of fractions are not exact.
      this.measured = rest < 0 ? 0 : rest;
    }
    if (this.closing && this.chunks.length === 0) this.end();
    else this.ask();
    return chunk;
  }

  close() {
    this.closing = true;
    if (this.chunks.length === 0) this.end();
  }

  end() {
    this.retire();
    this.stream.close();
  }

  drop() {
    this.chunks.clear();
    this.sizes?.clear();
    this.measured = 0;
  }

  // What waits is kept for the next reader.
  release() {}
}

module.exports = { ValueSource };
