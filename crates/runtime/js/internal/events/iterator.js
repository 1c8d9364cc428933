// events.on(): an async iterator over the events of an emitter.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateInteger, validateObject } = require('internal/validators');
const { subscribe, subscribeToAbort } = require('internal/events/listening');

const kFirstEventParam = Symbol.for('nodejs.kFirstEventParam');
const kWatermarkData = Symbol.for('nodejs.watermarkData');
const AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

// First in, first out. (The engine's shift() moves all that is left, once an array is long.)
class Queue {
  #items = [];
  #first = 0;

  get size() {
    return this.#items.length - this.#first;
  }

  put(item) {
    this.#items.push(item);
  }

  take() {
    const item = this.#items[this.#first];
    this.#items[this.#first++] = undefined;
    if (this.#first === this.#items.length) {
      this.#items = [];
      this.#first = 0;
    } else if (this.#first >= 1024 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}

class EventsIterator {
  #emitter;
  #signal;
  #events = new Queue();
  #waiting = new Queue();
  #error = null;
  #finished = false;
  #paused = false;
  #subscriptions = [];
  #low;
  #high;

  constructor(emitter, event, options) {
    this.#emitter = emitter;
    this.#signal = options.signal;
    this.#high = options.highWaterMark ?? Number.MAX_SAFE_INTEGER;
    validateInteger(this.#high, 'options.highWaterMark', 1);
    this.#low = options.lowWaterMark ?? 1;
    validateInteger(this.#low, 'options.lowWaterMark', 1);
    this.#listenToAll(event, options);
  }

  #listenToAll(event, options) {
    const onEvent = options[kFirstEventParam] ?
      (value) => this.#push(value) :
      (...args) => this.#push(args);
    this.#listen(event, onEvent);
    if (event !== 'error' && typeof this.#emitter.on === 'function') {
      this.#listen('error', (error) => this.#fail(error));
    }
    if (options.close?.length) {
      for (const name of options.close) this.#listen(name, () => this.#close());
    }
    if (this.#signal) {
      const signal = this.#signal;
      this.#subscriptions.push(subscribeToAbort(signal,
        () => this.#fail(new AbortError(undefined, { cause: signal.reason }))));
    }
  }

  #listen(name, listener) {
    this.#subscriptions.push(subscribe(this.#emitter, name, listener));
  }

  #push(value) {
    if (this.#waiting.size > 0) {
      this.#waiting.take().resolve({ done: false, value });
      return;
    }
    this.#events.put(value);
    if (!this.#paused && this.#events.size > this.#high) {
      this.#paused = true;
      this.#emitter.pause();
    }
  }

  #fail(error) {
    if (this.#waiting.size > 0) this.#waiting.take().reject(error);
    else this.#error = error;
    this.#close();
  }

  #close() {
    const subscriptions = this.#subscriptions;
    this.#subscriptions = [];
    for (let i = 0; i < subscriptions.length; i++) subscriptions[i].cancel();
    this.#finished = true;
    while (this.#waiting.size > 0) this.#waiting.take().resolve({ done: true, value: undefined });
    return Promise.resolve({ done: true, value: undefined });
  }

  next() {
    if (this.#events.size > 0) {
      const value = this.#events.take();
      if (this.#paused && this.#events.size < this.#low) {
        this.#emitter.resume();
        this.#paused = false;
      }
      return Promise.resolve({ done: false, value });
    }
    if (this.#error !== null) {
      const error = this.#error;
      this.#error = null;
      return Promise.reject(error);
    }
    if (this.#finished) return this.#close();
    return new Promise((resolve, reject) => { this.#waiting.put({ resolve, reject }); });
  }

  return() {
    return this.#close();
  }

  throw(error) {
    if (!(error instanceof Error)) {
      throw new codes.ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', error);
    }
    this.#fail(error);
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  get [kWatermarkData]() {
    const iterator = this;
    return {
      get size() { return iterator.#events.size; },
      get low() { return iterator.#low; },
      get high() { return iterator.#high; },
      get isPaused() { return iterator.#paused; },
    };
  }
}
Object.setPrototypeOf(EventsIterator.prototype, AsyncIteratorPrototype);

function on(emitter, event, options) {
  validateObject(options, 'options');
  validateAbortSignal(options.signal, 'options.signal');
  if (options.signal?.aborted) throw new AbortError(undefined, { cause: options.signal.reason });
  return new EventsIterator(emitter, event, options);
}

module.exports = { kFirstEventParam, on };
