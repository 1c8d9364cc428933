// Where the chunks of a stream of values wait: behind a ReadableStreamDefaultController.
'use strict';

const { ChunkRing } = require('internal/webstreams/rings');
const { PullSource } = require('internal/webstreams/pull_source');
const { checkedSize } = require('internal/webstreams/strategies');

class ValueSource extends PullSource {
  // `sizeOf` is undefined if every chunk counts 1.
  constructor(stream, producer, mark, sizeOf) {
    super(stream, producer, mark);
    this.sizeOf = sizeOf;
    this.queue = new ChunkRing(sizeOf !== undefined);
  }

  get queueSize() {
    return this.queue.total;
  }

  get hasChunk() {
    return this.queue.length > 0;
  }

  get isByteSource() {
    return false;
  }

  enqueue(chunk) {
    const { reader } = this.stream;
    if (reader !== null && reader.takers.length > 0) reader.takers.shift().chunk(chunk);
    else this.queue.push(chunk, this.sizeOf === undefined ? 1 : this.measure(chunk));
    this.ask();
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
    if (this.queue.length > 0) {
      taker.chunk(this.take());
      return;
    }
    this.stream.reader.takers.push(taker);
    this.ask();
  }

  take() {
    const chunk = this.queue.shift();
    if (this.closing && this.queue.length === 0) this.end();
    else this.ask();
    return chunk;
  }

  close() {
    this.closing = true;
    if (this.queue.length === 0) this.end();
  }

  end() {
    this.retire();
    this.stream.close();
  }

  drop() {
    this.queue.clear();
  }

  // What waits is kept for the next reader.
  release() {}
}

module.exports = { ValueSource };
