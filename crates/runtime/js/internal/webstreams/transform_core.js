// What is behind a TransformStream: the sink of its writable side and the producer of its readable side.
'use strict';

const { ERRORED: READABLE_ERRORED } = require('internal/webstreams/readable_core');
const { ERRORED, ERRORING } = require('internal/webstreams/writable_core');
const { LATER, attempt, queueMicrotask, react } = require('internal/webstreams/outcome');
const { invalidState } = require('internal/webstreams/stream_errors');

class TransformCore {
  // `transformer` has the methods transform(chunk, core), flush(core) and cancel(reason).
  constructor(transformer) {
    this.transformer = transformer;
    this.writable = null;
    this.readable = null;
    // The readable side's, which waits for nothing but the writable side: pull() is an answer to backpressure.
    this.source = null;
    this.pulls = true;
    // Nobody wants a chunk on the readable side: the one that was written has to wait.
    this.backpressure = true;
    this.isPulling = false;
    this.isHolding = false;
    this.heldChunk = undefined;
    // The promise of whichever of close, abort and cancel came first; the others share its fate.
    this.finishing = null;
    this.handle = null;
    this.onRelease = null;
  }

  connect(writable, readable, source) {
    this.writable = writable;
    this.readable = readable;
    this.source = source;
  }

  // `result` is what the script's start() returned: both sides wait for it, and for a little longer, so that what
  // a script does right after the construction comes before the start.
  start(result) {
    const started = new Promise((resolve) => resolve(Promise.resolve(result)));
    this.writable.start(started);
    this.source.start(started);
  }

  write(chunk) {
    if (!this.backpressure) return this.transform(chunk);
    this.heldChunk = chunk;
    this.isHolding = true;
    return LATER;
  }

  transform(chunk) {
    let result;
    try {
      result = this.transformer.transform(chunk, this);
    } catch (error) {
      this.fail(error);
      throw error;
    }
    if (result === undefined || result === null || (typeof result !== 'object' && typeof result !== 'function')) {
      return undefined;
    }
    const { writable } = this;
    react(Promise.resolve(result), () => writable.written(), (error) => {
      this.fail(error);
      writable.writeFailed(error);
    });
    return LATER;
  }

  pull() {
    this.isPulling = true;
    this.setBackpressure(false);
    return LATER;
  }

  enqueue(chunk) {
    const { readable, source } = this;
    if (!source.isOpen) throw invalidState('Unable to enqueue');
    try {
      source.enqueue(chunk);
    } catch (error) {
      this.failWritable(error);
      throw readable.error;
    }
    if (!this.backpressure && !source.wantsMore) this.setBackpressure(true);
  }

  // A chunk that waits is transformed in a microtask, for this may be inside a script's call of read().
  setBackpressure(backpressure) {
    this.backpressure = backpressure;
    if (backpressure) {
      this.pullIsOver();
    } else if (this.isHolding) {
      this.isHolding = false;
      this.onRelease ??= () => this.releaseHeld();
      queueMicrotask(this.onRelease);
    }
  }

  pullIsOver() {
    if (!this.isPulling) return;
    this.isPulling = false;
    this.source.pulled();
  }

  releaseHeld() {
    const { writable, heldChunk } = this;
    this.heldChunk = undefined;
    if (writable.state === ERRORING) {
      writable.writeFailed(writable.error);
      return;
    }
    let result;
    this.source.isTransforming = true;
    try {
      result = this.transform(heldChunk);
    } catch (error) {
      this.passOn();
      writable.writeFailed(error);
      return;
    }
    this.passOn();
    if (result !== LATER) writable.written();
  }

  passOn() {
    const { source } = this;
    const { afterTransform } = source;
    source.isTransforming = false;
    if (afterTransform === null) return;
    source.afterTransform = null;
    afterTransform();
  }

  fail(error) {
    this.source.fail(error);
    this.failWritable(error);
  }

  failWritable(error) {
    this.writable.fail(error);
    this.unblockWrite();
  }

  unblockWrite() {
    if (this.backpressure) this.setBackpressure(false);
  }

  // The writable side is closed.
  close() {
    return this.finish(() => this.transformer.flush(this), () => this.closeReadable(), (error) => this.source.fail(error));
  }

  closeReadable() {
    if (this.readable.state === READABLE_ERRORED) throw this.readable.error;
    if (this.source.isOpen) this.source.close();
  }

  // The writable side is aborted.
  abort(reason) {
    return this.finish(() => this.transformer.cancel(reason), () => {
      if (this.readable.state === READABLE_ERRORED) throw this.readable.error;
      this.source.fail(reason);
    }, (error) => this.source.fail(error));
  }

  // The readable side is cancelled.
  cancel(reason) {
    return this.finish(() => this.transformer.cancel(reason), () => {
      if (this.writable.state === ERRORED) throw this.writable.error;
      this.failWritable(reason);
    }, (error) => this.failWritable(error));
  }

  // `last` is the last call of the transformer; `done` and `failed` tell the other side of it.
  finish(last, done, failed) {
    if (this.finishing !== null) return this.finishing;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.finishing = promise;
    react(attempt(last), () => {
      try {
        done();
        resolve();
      } catch (error) {
        reject(error);
      }
    }, (error) => {
      failed(error);
      reject(error);
    });
    return promise;
  }
}

module.exports = { TransformCore };
