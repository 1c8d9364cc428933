// The async iterator of a ReadableStream.
'use strict';

const { iteratorResult } = require('internal/fulfilled');
const { ignore, queueMicrotask, react } = require('internal/webstreams/outcome');
const { PENDING, PromiseTaker } = require('internal/webstreams/readable_core');
const { invalidThis } = require('internal/webstreams/stream_errors');

const AsyncIteratorPrototype =
  Object.getPrototypeOf(Object.getPrototypeOf(async function*() {}.prototype));

let makeIterator;
let isIterator;

// A reader that lets go of the stream at its end.
class Iteration {
  constructor(reader, preventCancel) {
    this.reader = reader;
    this.preventCancel = preventCancel;
    this.finished = false;
    // The promise of the last call, as long as it is pending.
    this.ongoing = null;
  }

  next() {
    if (this.ongoing !== null) return this.queue(() => this.readNext());
    return this.readNext();
  }

  readNext() {
    const { reader } = this;
    if (this.finished) return iteratorResult(true, undefined);
    if (reader.hasChunk()) return iteratorResult(false, reader.take());
    const taker = new IterationTaker(this);
    reader.read(taker);
    const promise = taker.promise();
    if (taker.outcome === PENDING) this.ongoing = promise;
    return promise;
  }

  // Calls wait for those before them, and for what these set off in turn.
  queue(call) {
    return this.hold(react(react(this.ongoing, ignore, ignore), call));
  }

  hold(promise) {
    this.ongoing = promise;
    const settled = () => {
      if (this.ongoing === promise) this.ongoing = null;
    };
    react(promise, settled, settled);
    return promise;
  }

  return(value) {
    if (this.ongoing !== null) return this.queue(() => this.leave(value));
    return this.hold(Promise.resolve(this.leave(value)));
  }

  leave(value) {
    const result = { done: true, value };
    if (this.finished) return result;
    this.finished = true;
    const { reader } = this;
    const cancelled = this.preventCancel ? undefined : reader.stream.cancel(value);
    reader.release();
    return cancelled === undefined ? result : react(cancelled, () => result);
  }
}

class IterationTaker extends PromiseTaker {
  constructor(iteration) {
    super();
    this.iteration = iteration;
  }

  // If it was waited for, a moment later, so that a producer whose pull() has given this chunk may be asked for the
  // next first.
  chunk(value) {
    if (this.resolve === null) {
      super.chunk(value);
      return;
    }
    queueMicrotask(() => {
      this.iteration.ongoing = null;
      this.resolve({ done: false, value });
    });
  }

  end() {
    this.leave();
    super.end(undefined);
  }

  fail(error) {
    this.leave();
    super.fail(error);
  }

  leave() {
    const { iteration } = this;
    iteration.ongoing = null;
    iteration.finished = true;
    if (iteration.reader.stream !== null) iteration.reader.release();
  }
}

class ReadableStreamAsyncIterator {
  #iteration;

  static {
    makeIterator = (iteration) => {
      const iterator = new ReadableStreamAsyncIterator();
      iterator.#iteration = iteration;
      return iterator;
    };
    isIterator = (value) => typeof value === 'object' && value !== null && #iteration in value;
  }

  next() {
    if (!isIterator(this)) return Promise.reject(invalidThis('ReadableStreamAsyncIterator'));
    return this.#iteration.next();
  }

  return(value) {
    if (!isIterator(this)) return Promise.reject(invalidThis('ReadableStreamAsyncIterator'));
    return this.#iteration.return(value);
  }
}

const { prototype } = ReadableStreamAsyncIterator;
delete prototype.constructor;
Object.setPrototypeOf(prototype, AsyncIteratorPrototype);
Object.defineProperties(prototype, {
  next: { __proto__: null, enumerable: true },
  return: { __proto__: null, enumerable: true },
  [Symbol.toStringTag]: { __proto__: null, value: 'ReadableStream AsyncIterator', configurable: true },
});

function iterate(reader, preventCancel) {
  return makeIterator(new Iteration(reader, preventCancel));
}

module.exports = { iterate };
