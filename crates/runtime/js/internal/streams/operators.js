// The array-like methods of Readable: map, filter, reduce and so on. `this` is the stream. Those
// that make a stream return one; the others return promises.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateInteger, validateObject } = require('internal/validators');
const { from } = require('internal/streams/from');
const { Readable } = require('internal/streams/readable');

// What a mapper returns to have the value left out.
const kEmpty = Symbol('kEmpty');
const kEnd = Symbol('kEnd');

function checkFunction(fn, name) {
  if (typeof fn !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Function', 'AsyncFunction'], fn);
  }
}

function checkOptions(options) {
  if (options != null) validateObject(options, 'options');
  if (options?.signal != null) validateAbortSignal(options.signal, 'options.signal');
}

function abortError(signal) {
  return new AbortError(undefined, { cause: signal.reason });
}

// The mapped values of a stream in its order, with up to `concurrency` calls of `fn` under way and
// up to `limit` values that nobody has taken yet.
class ConcurrentMap {
  constructor(stream, fn, options) {
    checkFunction(fn, 'fn');
    checkOptions(options);
    const { concurrency: calls, highWaterMark: ahead, signal } = options ?? {};
    this.concurrency = calls != null ? Math.floor(calls) : 1;
    this.limit = ahead != null ? Math.floor(ahead) : this.concurrency - 1;
    validateInteger(this.concurrency, 'options.concurrency', 1);
    validateInteger(this.limit, 'options.highWaterMark', 0);
    this.limit += this.concurrency;

    this.stream = stream;
    this.fn = fn;
    this.outerSignal = signal;
    this.signal = undefined;
    // Promises of mapped values, then kEnd.
    this.queue = [];
    this.underWay = 0;
    this.done = false;
    // Wakes the loop that waits: for room, for something in the queue.
    this.wakeProducer = null;
    this.wakeConsumer = null;
    this.onMapped = () => {
      this.underWay--;
      this.resumeIfRoom();
    };
    this.onFailed = () => {
      this.done = true;
      this.onMapped();
    };
  }

  resumeIfRoom() {
    if (this.wakeProducer !== null && !this.done && this.hasRoom()) this.wake('wakeProducer');
  }

  hasRoom() {
    return this.underWay < this.concurrency && this.queue.length < this.limit;
  }

  wake(side) {
    const resolve = this[side];
    this[side] = null;
    resolve?.();
  }

  add(promise) {
    promise.then(this.onMapped, this.onFailed);
    this.queue.push(promise);
    this.wake('wakeConsumer');
  }

  async produce() {
    const callOptions = { signal: this.signal };
    try {
      for await (const value of this.stream) {
        if (this.done) return;
        if (this.signal.aborted) throw new AbortError();
        this.underWay++;
        this.add(this.call(value, callOptions));
        if (!this.done && !this.hasRoom()) {
          await new Promise((resolve) => { this.wakeProducer = resolve; });
        }
      }
      this.queue.push(kEnd);
    } catch (error) {
      this.underWay++;
      this.add(Promise.reject(error));
    } finally {
      this.done = true;
      this.wake('wakeConsumer');
    }
  }

  call(value, callOptions) {
    try {
      return Promise.resolve(this.fn(value, callOptions));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async* values() {
    this.signal = require('internal/abort_controller').AbortSignal.any(this.outerSignal ? [this.outerSignal] : []);
    const { queue, signal } = this;
    this.produce();
    try {
      for (;;) {
        while (queue.length > 0) {
          const value = await queue[0];
          if (value === kEnd) return;
          if (signal.aborted) throw new AbortError();
          if (value !== kEmpty) yield value;
          queue.shift();
          this.resumeIfRoom();
        }
        await new Promise((resolve) => { this.wakeConsumer = resolve; });
      }
    } finally {
      this.done = true;
      this.wake('wakeProducer');
    }
  }
}

function mapValues(stream, fn, options) {
  return new ConcurrentMap(stream, fn, options).values();
}

function filterValues(stream, fn, options) {
  checkFunction(fn, 'fn');
  return mapValues(stream, async (value, callOptions) => {
    return await fn(value, callOptions) ? value : kEmpty;
  }, options);
}

function map(fn, options) {
  return from(Readable, mapValues(this, fn, options));
}

function filter(fn, options) {
  return from(Readable, filterValues(this, fn, options));
}

function flatMap(fn, options) {
  const values = mapValues(this, fn, options);
  return from(Readable, async function* flatten() {
    for await (const value of values) yield* value;
  }());
}

async function forEach(fn, options) {
  checkFunction(fn, 'fn');
  const values = mapValues(this, async (value, callOptions) => {
    await fn(value, callOptions);
    return kEmpty;
  }, options);
  for await (const unused of values);
}

async function some(fn, options) {
  for await (const unused of filterValues(this, fn, options)) return true;
  return false;
}

async function every(fn, options) {
  checkFunction(fn, 'fn');
  return !(await some.call(this, async (...args) => !(await fn(...args)), options));
}

async function find(fn, options) {
  for await (const value of filterValues(this, fn, options)) return value;
  return undefined;
}

async function toArray(options) {
  checkOptions(options);
  const values = [];
  for await (const value of this) {
    if (options?.signal?.aborted) throw abortError(options.signal);
    values.push(value);
  }
  return values;
}

// `hasInitial`: undefined, too, can be an initial value.
async function reduce(hasInitial, reducer, initial, options) {
  checkFunction(reducer, 'reducer');
  checkOptions(options);
  const outerSignal = options?.signal;
  if (outerSignal?.aborted) {
    const error = abortError(outerSignal);
    this.once('error', () => {});
    await require('internal/streams/end_of_stream').finished(this.destroy(error));
    throw error;
  }

  const controller = new (require('internal/abort_controller').AbortController)();
  const { signal } = controller;
  const onAbort = () => controller.abort();
  outerSignal?.addEventListener('abort', onAbort, { once: true });
  let result = initial;
  let hasResult = hasInitial;
  try {
    for await (const value of this) {
      if (outerSignal?.aborted) throw new AbortError();
      result = hasResult ? await reducer(result, value, { signal }) : value;
      hasResult = true;
    }
    if (!hasResult) throw emptyReduceError();
  } finally {
    controller.abort();
    outerSignal?.removeEventListener('abort', onAbort);
  }
  return result;
}

function emptyReduceError() {
  const error = new codes.ERR_MISSING_ARGS('reduce');
  error.message = 'Reduce of an empty stream requires an initial value';
  return error;
}

function toCount(number) {
  number = Number(number);
  if (Number.isNaN(number)) return 0;
  if (number < 0) throw new codes.ERR_OUT_OF_RANGE('number', '>= 0', number);
  return number;
}

function drop(number, options) {
  checkOptions(options);
  return from(Readable, dropFirst(this, toCount(number), options?.signal));
}

async function* dropFirst(stream, count, signal) {
  if (signal?.aborted) throw new AbortError();
  for await (const value of stream) {
    if (signal?.aborted) throw new AbortError();
    if (count-- <= 0) yield value;
  }
}

function take(number, options) {
  checkOptions(options);
  return from(Readable, takeFirst(this, toCount(number), options?.signal));
}

async function* takeFirst(stream, count, signal) {
  if (signal?.aborted) throw new AbortError();
  for await (const value of stream) {
    if (signal?.aborted) throw new AbortError();
    if (count-- > 0) yield value;
    // Not to wait for a value that would be thrown away.
    if (count <= 0) return;
  }
}

module.exports = { drop, every, filter, find, flatMap, forEach, map, reduce, some, take, toArray };
