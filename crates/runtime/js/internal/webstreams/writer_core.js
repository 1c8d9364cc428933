// What is behind a WritableStreamDefaultWriter, and what the library itself writes with.
'use strict';

const { quietDeferred } = require('internal/webstreams/outcome');
const { ERRORED, ERRORING, WRITABLE } = require('internal/webstreams/writable_core');
const { invalidState } = require('internal/webstreams/stream_errors');

class WriterCore {
  constructor(stream) {
    this.stream = stream;
    // The promises `ready` and `closed`, made when a script asks for them.
    this.ready = null;
    this.closed = null;
    // Set when `ready` has to be rejected; its `error` is the reason.
    this.unready = stream.state === ERRORING || stream.state === ERRORED ? { error: stream.error } : null;
    // Told of what happens to the stream; for writers of the library itself.
    this.observer = null;
    this.handle = null;
    stream.writer = this;
    if (stream.state === ERRORED) this.makeClosed().reject(stream.error);
  }

  // Writes a chunk. If it cannot be taken, the receipt is rejected at once.
  write(chunk, receipt) {
    const { stream } = this;
    const size = stream.measure(chunk);
    if (this.stream !== stream) {
      receipt.reject(invalidState('Mismatched WritableStreams'));
      return;
    }
    const refusal = stream.refusal();
    if (refusal === undefined) stream.enqueue(chunk, size, receipt);
    else receipt.reject(refusal.error);
  }

  backpressureChanged(isFull) {
    if (this.ready !== null) {
      if (isFull) this.ready = null;
      else this.ready.resolve();
    }
    if (!isFull && this.observer !== null) this.observer.targetReady();
  }

  failReady(error) {
    const { ready, stream } = this;
    if (ready !== null) {
      // Either it is pending, or scripts get another from now on.
      if (this.unready === null && stream.backpressure && !stream.isClosing) ready.reject(error);
      else this.ready = null;
    }
    this.unready = { error };
    if (this.observer !== null) this.observer.targetFailing(error);
  }

  onOver() {
    if (this.closed !== null) this.stream.settle(this.closed);
    if (this.observer !== null) this.observer.targetOver();
  }

  get readyPromise() {
    if (this.ready === null) {
      this.ready = quietDeferred();
      if (this.unready !== null) this.ready.reject(this.unready.error);
      else if (this.stream.state !== WRITABLE || this.stream.isClosing || !this.stream.backpressure) this.ready.resolve();
    }
    return this.ready.promise;
  }

  get closedPromise() {
    if (this.closed === null) {
      this.makeClosed();
      // Of a writer that was released, both promises have the same error.
      if (this.stream === null) this.closed.reject(this.unready.error);
      else if (this.stream.isOver) this.stream.settle(this.closed);
    }
    return this.closed.promise;
  }

  makeClosed() {
    this.closed = quietDeferred();
    return this.closed;
  }

  release() {
    const { stream } = this;
    const error = invalidState('Writer has been released');
    this.failReady(error);
    if (this.closed !== null) {
      if (stream.isOver) this.closed = null;
      else this.closed.reject(error);
    }
    stream.writer = null;
    this.stream = null;
  }
}

module.exports = { WriterCore };
