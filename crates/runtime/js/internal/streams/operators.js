// The methods of readable streams that arrays have too: map(), filter(), reduce() and so on. Those that
// give a stream are iterators here, which Readable.from() makes streams of. They are written by hand,
// as an async generator takes several promises for a value.
'use strict';

const { AbortError, codes } = require('internal/errors');
const {
  validateAbortSignal,
  validateFunction,
  validateInteger,
  validateObject,
} = require('internal/validators');
const { MappedChunks, Mode } = require('internal/streams/mapped_chunks');

// Checks the options that all of them have. Gives the signal, if there is one.
function checkOptions(options) {
  if (options == null) return undefined;
  validateObject(options, 'options');
  const { signal } = options;
  if (signal != null) validateAbortSignal(signal, 'options.signal');
  return signal ?? undefined;
}

function mapped(stream, fn, options, mode) {
  validateFunction(fn, 'fn');
  const signal = checkOptions(options);
  let concurrency = 1;
  if (options?.concurrency != null) concurrency = Math.floor(options.concurrency);
  let ahead = concurrency - 1;
  if (options?.highWaterMark != null) ahead = Math.floor(options.highWaterMark);
  validateInteger(concurrency, 'options.concurrency', 1);
  validateInteger(ahead, 'options.highWaterMark', 0);
  return new MappedChunks(stream, fn, signal, mode, concurrency, ahead + concurrency);
}

function map(stream, fn, options) {
  return mapped(stream, fn, options, Mode.RESULT);
}

function filter(stream, fn, options) {
  return mapped(stream, fn, options, Mode.IF_TRUE);
}

function flatMap(stream, fn, options) {
  return new Flattened(mapped(stream, fn, options, Mode.RESULT));
}

async function forEach(stream, fn, options) {
  await mapped(stream, fn, options, Mode.NOTHING).next();
}

// The first chunk that comes through, as { done, value }. The stream is not read on.
async function first(chunks) {
  const step = await chunks.next();
  if (!step.done) chunks.return();
  return step;
}

async function some(stream, fn, options) {
  return !(await first(mapped(stream, fn, options, Mode.IF_TRUE))).done;
}

async function every(stream, fn, options) {
  return (await first(mapped(stream, fn, options, Mode.IF_FALSE))).done;
}

async function find(stream, fn, options) {
  return (await first(mapped(stream, fn, options, Mode.IF_TRUE))).value;
}

async function toArray(stream, options) {
  const signal = checkOptions(options);
  const chunks = [];
  for await (const chunk of stream) {
    if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
    chunks.push(chunk);
  }
  return chunks;
}

// `hasResult`: whether there is a result to begin with; else that is the first chunk.
async function reduce(stream, fn, hasResult, result, options) {
  validateFunction(fn, 'reducer');
  const signal = checkOptions(options);
  if (signal?.aborted) await destroyAborted(stream, signal);
  const { AbortController } = require('internal/abort_controller');
  const controller = new AbortController();
  const listener = signal && require('internal/events/abort_listener')
    .addAbortListener(signal, () => controller.abort());
  const fnOptions = { signal: controller.signal };
  try {
    for await (const chunk of stream) {
      if (signal?.aborted) throw new AbortError();
      result = hasResult ? await fn(result, chunk, fnOptions) : chunk;
      hasResult = true;
    }
  } finally {
    listener?.[Symbol.dispose]();
    controller.abort();
  }
  if (!hasResult) throw emptyReduceError();
  return result;
}

// Throws when the stream is closed.
async function destroyAborted(stream, signal) {
  const error = new AbortError(undefined, { cause: signal.reason });
  // Whoever called gets it.
  stream.once('error', () => {});
  await require('stream/promises').finished(stream.destroy(error));
  throw error;
}

function emptyReduceError() {
  const error = new codes.ERR_MISSING_ARGS('reduce');
  error.message = 'Reduce of an empty stream requires an initial value';
  return error;
}

// How many chunks to drop or take. It is converted as a number, and need not be an integer.
function toCount(value) {
  const count = Number(value);
  if (Number.isNaN(count)) return 0;
  if (count < 0) throw new codes.ERR_OUT_OF_RANGE('number', '>= 0', count);
  return count;
}

function drop(stream, count, options) {
  const signal = checkOptions(options);
  return new Part(stream, toCount(count), Infinity, signal);
}

function take(stream, count, options) {
  const signal = checkOptions(options);
  return new Part(stream, 0, toCount(count), signal);
}

// The chunks of a stream without the first few, or only those.
class Part {
  constructor(stream, skip, take, signal) {
    this.stream = stream;
    this.skip = skip;
    this.left = take;
    this.signal = signal;
    this.source = undefined;
    this.onStep = (step) => this.pass(step);
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  next() {
    if (this.source === undefined) {
      if (this.signal?.aborted) return Promise.reject(new AbortError());
      this.source = this.stream[Symbol.asyncIterator]();
    } else if (this.left <= 0) {
      return this.return(undefined);
    }
    return this.source.next().then(this.onStep);
  }

  pass(step) {
    if (step.done) return step;
    if (this.signal?.aborted) return this.throw(new AbortError());
    if (this.skip > 0) {
      this.skip--;
      return this.source.next().then(this.onStep);
    }
    return this.left-- > 0 ? step : this.return(undefined);
  }

  async return(value) {
    this.left = 0;
    await this.source?.return();
    return { done: true, value };
  }

  async throw(error) {
    await this.return();
    throw error;
  }
}

// What is in the iterables that an iterator gives, one after the other.
class Flattened {
  constructor(outer) {
    this.outer = outer;
    this.inner = undefined;
    this.isInnerAsync = false;
    this.onOuter = (step) => this.enter(step);
    this.onInner = (step) => (step.done ? this.leave() : step);
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  next() {
    return this.inner === undefined ? this.outer.next().then(this.onOuter) : this.step();
  }

  leave() {
    this.inner = undefined;
    return this.next();
  }

  enter(step) {
    if (step.done) return step;
    const iterable = step.value;
    const iterate = iterable[Symbol.asyncIterator];
    this.isInnerAsync = iterate != null;
    try {
      this.inner = Reflect.apply(this.isInnerAsync ? iterate : iterable[Symbol.iterator], iterable, []);
      return this.step();
    } catch (error) {
      return this.outer.throw(error);
    }
  }

  step() {
    const { inner } = this;
    if (this.isInnerAsync) return Promise.resolve(inner.next()).then(this.onInner);
    const step = inner.next();
    if (step.done) return this.leave();
    const { value } = step;
    if (typeof value?.then !== 'function') return Promise.resolve({ done: false, value });
    return Promise.resolve(value).then((settled) => ({ done: false, value: settled }));
  }

  async return(value) {
    await this.inner?.return?.();
    return this.outer.return(value);
  }

  async throw(error) {
    await this.inner?.return?.();
    return this.outer.throw(error);
  }
}

module.exports = { drop, every, filter, find, flatMap, forEach, map, reduce, some, take, toArray };
