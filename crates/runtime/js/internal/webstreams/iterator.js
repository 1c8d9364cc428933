// The async iterator of a ReadableStream.
'use strict';

const { react } = require('internal/webstreams/outcome');
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
    if (this.finished) return Promise.resolve({ done: true, value: undefined });
    if (reader.hasChunk()) return Promise.resolve({ done: false, value: reader.take() });
    const taker = new IterationTaker(this);
    this.ongoing = taker.promise;
    reader.read(taker);
    return taker.promise;
  }

  // Calls wait for those before them.
  queue(call) {
    const promise = react(this.ongoing, call, call);
    this.ongoing = promise;
    const settled = () => {
      if (this.ongoing === promise) this.ongoing = null;
    };
    react(promise, settled, settled);
    return promise;
  }

  return(value) {
    return this.queueOrNow(() => this.leave(value));
  }

  queueOrNow(call) {
    if (this.ongoing === null) this.ongoing = Promise.resolve();
    return this.queue(call);
  }

  leave(value) {
    const result = { done: true, value };
    if (this.finished) return result;
    this.finished = true;
    const { reader } = this;
    const { stream } = reader;
    if (this.preventCancel) {
      reader.release();
      return result;
    }
    const cancelled = stream.cancel(value);
    reader.release();
    return react(cancelled, () => result);
  }
}

class IterationTaker {
  constructor(iteration) {
    const { promise, resolve, reject } = Promise.withResolvers();
    this.iteration = iteration;
    this.promise = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  chunk(value) {
    this.iteration.ongoing = null;
    this.resolve({ done: false, value });
  }

  end() {
    this.leave();
    this.resolve({ done: true, value: undefined });
  }

  fail(error) {
    this.leave();
    this.reject(error);
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

  return(value = undefined) {
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
