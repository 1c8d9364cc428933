// from() and fromSync(): streams of anything that holds bytes.
'use strict';

const { isPromise } = require('internal/util/types');
const { isUint8Array } = require('internal/buffer/fast_buffer');
const { toStreamable, toAsyncStreamable } = require('internal/streams/iter/protocol');
const {
  bytesOf, chunksOfSyncValue, chunksOfValue, hasMethod, isAsyncIterable, isBatch, isIterable, kinds, wrongType,
} = require('internal/streams/iter/values');
const {
  IteratorReader, generatorOf, nonNull, openerOf, streamOf, withSignal,
} = require('internal/streams/iter/reader');
const { codes } = require('internal/errors');

// The most chunks of one batch that is put together here.
const kBatchSize = 128;

// Gives out a list of chunks, some at a time.
class ChunksReader {
  constructor(chunks) {
    this.chunks = chunks;
    this.at = 0;
  }

  read() {
    const { chunks, at } = this;
    if (at >= chunks.length) return null;
    this.at += kBatchSize;
    return at === 0 && chunks.length <= kBatchSize ? chunks : chunks.slice(at, this.at);
  }

  close() {
    this.at = this.chunks.length;
  }
}

// Reads a sync iterable without waiting: chunks that it yields one by one make a batch, any other value
// makes its own. Of a value that has to be waited for, which only `convert` can tell, a promise is
// returned.
class SyncIterableReader {
  constructor(iterable, convert) {
    this.iterable = iterable;
    this.convert = convert;
    this.iterator = undefined;
    this.over = false;
    // A value that was met while a batch was put together, and waits for its turn.
    this.hasHeld = false;
    this.held = undefined;
    // More chunks of one value than a batch takes.
    this.rest = undefined;
  }

  read() {
    if (this.over && !this.hasHeld) return null;
    const more = this.rest?.read() ?? null;
    if (more !== null) return more;
    const batch = this.hasHeld ? [] : this.gather();
    if (batch.length > 0) return batch;
    return this.hasHeld ? this.releaseHeld() : null;
  }

  // Chunks up to the next value of another kind, or to the end.
  gather() {
    const batch = [];
    try {
      this.iterator ??= this.iterable[Symbol.iterator]();
      while (batch.length < kBatchSize) {
        const result = this.iterator.next();
        if (result.done) {
          this.over = true;
          break;
        }
        if (!isUint8Array(result.value)) {
          this.hasHeld = true;
          this.held = result.value;
          break;
        }
        batch.push(result.value);
      }
    } catch (error) {
      this.over = true;
      throw error;
    }
    return batch;
  }

  releaseHeld() {
    const value = this.held;
    this.hasHeld = false;
    this.held = undefined;
    let chunks;
    try {
      chunks = this.convert(value);
    } catch (error) {
      this.close();
      throw error;
    }
    return Array.isArray(chunks) ? this.give(chunks) : this.giveLater(chunks);
  }

  give(chunks) {
    if (chunks.length === 0) return this.read();
    if (chunks.length <= kBatchSize) return chunks;
    this.rest = new ChunksReader(chunks);
    return this.rest.read();
  }

  async giveLater(pending) {
    try {
      pending = await pending;
    } catch (error) {
      this.close();
      throw error;
    }
    return this.give(pending);
  }

  close() {
    if (this.over) return;
    this.over = true;
    this.hasHeld = false;
    this.rest = undefined;
    if (typeof this.iterator?.return === 'function') this.iterator.return();
  }
}

// Reads what an async iterable yields. A batch passes as it is, whatever its length.
class AsyncIterableReader {
  constructor(iterable) {
    this.rest = undefined;
    this.inner = new IteratorReader(() => iterable[Symbol.asyncIterator](), (value) => this.convert(value));
  }

  convert(value) {
    if (isBatch(value)) return value;
    const chunks = chunksOfValue(value, true);
    return Array.isArray(chunks) ? this.give(chunks) : chunks.then((later) => this.give(later));
  }

  give(chunks) {
    if (chunks.length <= kBatchSize) return chunks.length === 0 ? null : chunks;
    this.rest = new ChunksReader(chunks);
    return this.rest.read();
  }

  ask() {
    return this.rest === undefined ? this.inner.ask() : undefined;
  }

  take(result) {
    return this.inner.take(result);
  }

  failed(error) {
    return this.inner.failed(error);
  }

  read() {
    if (this.rest === undefined) return this.inner.read();
    const batch = this.rest.read();
    if (batch !== null) return batch;
    this.rest = undefined;
    return this.inner.read();
  }

  close() {
    this.rest = undefined;
    return this.inner.close();
  }
}

// Reads what a promise stands for.
class PromisedReader {
  constructor(promise) {
    this.promise = promise;
    this.inner = undefined;
    this.over = false;
  }

  read() {
    if (this.over) return null;
    return this.inner === undefined ? this.begin() : this.inner.read();
  }

  async begin() {
    try {
      const open = sourceOpener(await this.promise);
      if (this.over) return null;
      this.inner = open();
    } catch (error) {
      this.over = true;
      throw error;
    }
    return this.inner.read();
  }

  close() {
    if (this.over) return undefined;
    this.over = true;
    return this.inner?.close();
  }
}

// The value of a sync iterable that is read by an async stream.
function chunksOfMixedValue(value) {
  return isBatch(value) ? value : chunksOfValue(value, false);
}

// A function that opens a reader of any source; throws if the input cannot be one.
function sourceOpener(input) {
  nonNull(input);
  const known = openerOf(input);
  if (known !== undefined) return known;
  const bytes = bytesOf(input);
  if (bytes !== undefined) return () => new ChunksReader([bytes]);
  if (isBatch(input)) return () => new ChunksReader(input);
  if (hasMethod(input, toAsyncStreamable)) {
    const result = input[toAsyncStreamable]();
    return isPromise(result) ? () => new PromisedReader(result) : sourceOpener(result);
  }
  if (hasMethod(input, toStreamable)) return sourceOpener(input[toStreamable]());
  if (isAsyncIterable(input)) return () => new AsyncIterableReader(input);
  if (isIterable(input)) return () => new SyncIterableReader(input, chunksOfMixedValue);
  throw wrongType('input', 'asyncValue', input);
}

// Our own streams are read directly.
function openSource(source, signal) {
  return withSignal(sourceOpener(source)(), signal);
}

function from(input) {
  // What classic streams give is a stream already, and stays the same object.
  const isIterator = openerOf(input) !== undefined && typeof input.next === 'function';
  return isIterator ? input : streamOf(sourceOpener(input), generatorOf);
}

// As sourceOpener, for what can be read without waiting.
function syncSourceOpener(input) {
  nonNull(input);
  const bytes = bytesOf(input);
  if (bytes !== undefined) return () => new ChunksReader([bytes]);
  if (isBatch(input)) return () => new ChunksReader(input);
  if (hasMethod(input, toStreamable)) return syncSourceOpener(input[toStreamable]());
  if (isIterable(input)) return () => new SyncIterableReader(input, chunksOfSyncValue);
  if (isAsyncIterable(input)) throw notSync('AsyncIterable', input);
  if (hasMethod(input, 'then')) throw notSync('Promise', input);
  throw new codes.ERR_INVALID_ARG_TYPE('input', kinds.syncValue, input);
}

function notSync(what, input) {
  return new codes.ERR_INVALID_ARG_TYPE('input', `a synchronous input (not ${what})`, input);
}

function* batchesOf(reader) {
  try {
    for (let batch = reader.read(); batch !== null; batch = reader.read()) yield batch;
  } finally {
    reader.close();
  }
}

function syncStreamOf(open) {
  return { __proto__: null, [Symbol.iterator]() { return batchesOf(open()); } };
}

function fromSync(input) {
  return syncStreamOf(syncSourceOpener(input));
}

module.exports = { batchesOf, from, fromSync, openSource, sourceOpener, syncSourceOpener, syncStreamOf };
