// What is behind a ReadableStream and its readers. Public objects only check what they are given;
// all parts of the library work with these.
//
// A reader's requests are "takers": objects with the methods chunk(value), end(view) and fail(error), of
// which one is called, once.
'use strict';

const { iteratorResult } = require('internal/fulfilled');
const { Ring } = require('internal/webstreams/rings');
const { Deferred, attempt, ignore, quietDeferred, react } = require('internal/webstreams/outcome');
const { invalidState } = require('internal/webstreams/stream_errors');

const READABLE = 0;
const CLOSED = 1;
const ERRORED = 2;

class ReadableCore {
  constructor() {
    this.state = READABLE;
    this.error = undefined;
    this.disturbed = false;
    this.reader = null;
    // Where chunks come from: a ValueSource or a ByteSource.
    this.source = null;
    this.handle = null;
    this.watch = null;
  }

  close() {
    this.state = CLOSED;
    if (this.watch !== null) this.watch.resolve();
    if (this.reader !== null) this.reader.onClosed();
  }

  fail(error) {
    this.state = ERRORED;
    this.error = error;
    if (this.watch !== null) this.watch.reject(error);
    if (this.reader !== null) this.reader.onFailed(error);
  }

  cancel(reason) {
    this.disturbed = true;
    if (this.state === CLOSED) return Promise.resolve();
    if (this.state === ERRORED) return Promise.reject(this.error);
    const { reader, source } = this;
    this.close();
    if (reader !== null && reader.isByob) {
      for (const taker of reader.takers.takeAll()) taker.end(undefined);
    }
    return react(attempt(() => source.cancel(reason)), ignore);
  }

  // A promise for the end of the stream, whoever reads it.
  closedPromise() {
    if (this.watch === null) {
      this.watch = quietDeferred();
      if (this.state === CLOSED) this.watch.resolve();
      else if (this.state === ERRORED) this.watch.reject(this.error);
    }
    return this.watch;
  }
}

class ReaderCore {
  constructor(stream, isByob) {
    this.stream = stream;
    this.isByob = isByob;
    this.takers = new Ring();
    // The promise `closed` and how to settle it, made when a script asks for it.
    this.closed = null;
    // Told when the stream ends; for readers of the library itself.
    this.observer = null;
    this.handle = null;
    stream.reader = this;
  }

  // True if a chunk can be had by take() at once.
  hasChunk() {
    const { stream } = this;
    return stream.state === READABLE && stream.source.hasChunk;
  }

  take() {
    const { stream } = this;
    stream.disturbed = true;
    return stream.source.take();
  }

  read(taker) {
    const { stream } = this;
    stream.disturbed = true;
    if (stream.state === READABLE) stream.source.read(taker);
    else if (stream.state === CLOSED) taker.end(undefined);
    else taker.fail(stream.error);
  }

  readInto(view, minimum, taker) {
    const { stream } = this;
    stream.disturbed = true;
    if (stream.state === ERRORED) taker.fail(stream.error);
    else stream.source.readInto(view, minimum, taker);
  }

  onClosed() {
    if (this.closed !== null) this.closed.resolve();
    if (!this.isByob) {
      for (const taker of this.takers.takeAll()) taker.end(undefined);
    }
    if (this.observer !== null) this.observer.sourceClosed();
  }

  onFailed(error) {
    if (this.closed !== null) this.closed.reject(error);
    for (const taker of this.takers.takeAll()) taker.fail(error);
    if (this.observer !== null) this.observer.sourceFailed(error);
  }

  release() {
    const { stream } = this;
    if (stream.state !== READABLE) this.closed = null;
    stream.reader = null;
    this.stream = null;
    if (this.closed !== null) this.closed.reject(invalidState('Reader released'));
    stream.source.release();
    if (this.takers.length === 0) return;
    const error = invalidState('Releasing reader');
    for (const taker of this.takers.takeAll()) taker.fail(error);
  }

  get closedPromise() {
    if (this.closed === null) {
      this.closed = quietDeferred();
      if (this.stream === null) this.closed.reject(invalidState('Reader released'));
      else if (this.stream.state === CLOSED) this.closed.resolve();
      else if (this.stream.state === ERRORED) this.closed.reject(this.stream.error);
    }
    return this.closed.promise;
  }
}

const PENDING = 0;
const GOT_CHUNK = 1;
const GOT_END = 2;
const FAILED = 3;

// The promise that a read() gives to a script. It is made after the read was tried: then, more often than not,
// it is settled already, and the engine makes such a promise in half the time.
class PromiseTaker {
  constructor() {
    this.outcome = PENDING;
    this.value = undefined;
    this.resolve = null;
    this.reject = null;
  }

  promise() {
    const { value } = this;
    switch (this.outcome) {
      case GOT_CHUNK: return iteratorResult(false, value);
      case GOT_END: return iteratorResult(true, value);
      case FAILED: return Promise.reject(value);
      default: return this.wait();
    }
  }

  wait() {
    const { promise, resolve, reject } = new Deferred();
    this.resolve = resolve;
    this.reject = reject;
    return promise;
  }

  chunk(value) {
    if (this.resolve === null) this.settle(GOT_CHUNK, value);
    else this.resolve({ done: false, value });
  }

  end(value) {
    if (this.resolve === null) this.settle(GOT_END, value);
    else this.resolve({ done: true, value });
  }

  fail(error) {
    if (this.reject === null) this.settle(FAILED, error);
    else this.reject(error);
  }

  settle(outcome, value) {
    this.outcome = outcome;
    this.value = value;
  }
}

module.exports = { PENDING, READABLE, CLOSED, ERRORED, ReadableCore, ReaderCore, PromiseTaker };
