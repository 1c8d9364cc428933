// Node streams over web streams: Readable.fromWeb(), Writable.fromWeb(), Duplex.fromWeb().
'use strict';

const { ERRORED, READABLE, ReaderCore } = require('internal/webstreams/readable_core');
const {
  CLOSED: WRITE_CLOSED, ERRORED: WRITE_ERRORED, WRITABLE,
} = require('internal/webstreams/writable_core');
const { WriterCore } = require('internal/webstreams/writer_core');
const { queueMicrotask, react } = require('internal/webstreams/outcome');
const { readableCoreOf, writableCoreOf } = require('internal/webstreams/interface');
const { codes, wrongInstance } = require('internal/webstreams/stream_errors');
const { kEmptyObject } = require('internal/util');
const { validateBoolean, validateObject } = require('internal/validators');

// Reads a web stream for a Readable: the taker of its own reads.
class ReadSide {
  constructor(core) {
    this.core = core;
    this.reader = new ReaderCore(core, false);
    this.reader.observer = this;
    this.stream = null;
    this.value = undefined;
    this.onChunk = () => {
      const { value } = this;
      this.value = undefined;
      this.stream.push(value);
    };
    if (core.state === ERRORED) this.sourceFailed(core.error);
  }

  read() {
    if (this.reader.hasChunk()) this.stream.push(this.reader.take());
    else this.reader.read(this);
  }

  // Not inside the producer's call of enqueue(): what the stream emits may throw.
  chunk(value) {
    this.value = value;
    queueMicrotask(this.onChunk);
  }

  end() {
    queueMicrotask(() => this.stream.push(null));
  }

  // Told by sourceFailed() as well.
  fail() {}

  sourceClosed() {}

  sourceFailed(error) {
    queueMicrotask(() => this.stream.destroy(error));
  }

  // Undefined if there is nothing to wait for.
  cancel(error) {
    return this.core.state === READABLE ? this.core.cancel(error) : undefined;
  }
}

// Writes to a web stream for a Writable, a chunk at a time: the receipt of its own writes.
class WriteSide {
  constructor(core) {
    this.core = core;
    this.writer = new WriterCore(core);
    this.writer.observer = this;
    this.stream = null;
    this.chunk = undefined;
    this.callback = null;
    // A chunk waits until the stream takes it.
    this.isWaiting = false;
    this.failure = undefined;
    this.onDone = () => {
      const { callback, failure } = this;
      this.callback = null;
      this.failure = undefined;
      callback(failure);
    };
    if (core.state === WRITE_ERRORED) this.targetOver();
  }

  write(chunk, callback) {
    const { core } = this;
    this.callback = callback;
    if (core.state === WRITABLE && core.backpressure) {
      this.chunk = chunk;
      this.isWaiting = true;
    } else {
      this.writer.write(chunk, this);
    }
  }

  // In a microtask of their own, for the callback may throw.
  resolve() {
    queueMicrotask(this.onDone);
  }

  reject(error) {
    this.failure = error;
    queueMicrotask(this.onDone);
  }

  targetReady() {
    if (!this.isWaiting) return;
    const { chunk } = this;
    this.isWaiting = false;
    this.chunk = undefined;
    this.writer.write(chunk, this);
  }

  targetFailing(error) {
    if (!this.isWaiting) return;
    this.isWaiting = false;
    this.chunk = undefined;
    this.reject(error);
  }

  targetOver() {
    const { core } = this;
    if (core.state === WRITE_ERRORED) queueMicrotask(() => this.stream.destroy(core.error));
  }

  close(callback) {
    const { core } = this;
    if (core.state === WRITE_CLOSED) callback();
    else settle(core.isClosing ? core.closedPromise().promise : core.close(), undefined, callback);
  }

  abort(error) {
    return this.isOver ? undefined : this.core.abort(error);
  }

  get isOver() {
    const { state } = this.core;
    return state === WRITE_CLOSED || state === WRITE_ERRORED;
  }

  // A stream that is destroyed without an error is closed.
  closeOrAbort(error) {
    if (this.isOver) return undefined;
    if (error) return this.core.abort(error);
    return this.core.isClosing ? this.core.closedPromise().promise : this.core.close();
  }
}

// Calls back when a promise is settled; with its failure only if there is no error already.
function settle(promise, error, callback) {
  const call = (failure) => process.nextTick(callback, failure);
  if (promise === undefined) call(error);
  else react(promise, () => call(error), (failure) => call(error ?? failure));
}

function checkEncoding(encoding) {
  const { Buffer } = require('buffer');
  if (encoding !== undefined && !Buffer.isEncoding(encoding)) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.encoding', encoding);
  }
}

function readableFromWeb(readableStream, options = kEmptyObject) {
  const core = readableCoreOf(readableStream);
  if (core === undefined) throw wrongInstance('readableStream', 'ReadableStream', readableStream);
  validateObject(options, 'options');
  const { highWaterMark, encoding, objectMode = false, signal } = options;
  checkEncoding(encoding);
  validateBoolean(objectMode, 'options.objectMode');
  const side = new ReadSide(core);
  const { Readable } = require('internal/streams/readable');
  side.stream = new Readable({
    __proto__: null,
    objectMode,
    highWaterMark,
    encoding,
    signal,
    read: () => side.read(),
    destroy: (error, callback) => settle(side.cancel(error), error, callback),
  });
  return side.stream;
}

function writableFromWeb(writableStream, options = kEmptyObject) {
  const core = writableCoreOf(writableStream);
  if (core === undefined) throw wrongInstance('writableStream', 'WritableStream', writableStream);
  validateObject(options, 'options');
  const { highWaterMark, decodeStrings = true, objectMode = false, signal } = options;
  validateBoolean(objectMode, 'options.objectMode');
  validateBoolean(decodeStrings, 'options.decodeStrings');
  const side = new WriteSide(core);
  const { Writable } = require('internal/streams/writable');
  side.stream = new Writable({
    __proto__: null,
    highWaterMark,
    objectMode,
    decodeStrings,
    signal,
    write: (chunk, _, callback) => side.write(chunk, callback),
    final: (callback) => side.close(callback),
    destroy: (error, callback) => settle(side.closeOrAbort(error), error, callback),
  });
  return side.stream;
}

function duplexFromWeb(pair, options = kEmptyObject) {
  validateObject(pair, 'pair');
  const readable = readableCoreOf(pair.readable);
  const writable = writableCoreOf(pair.writable);
  if (readable === undefined) throw wrongInstance('pair.readable', 'ReadableStream', pair.readable);
  if (writable === undefined) throw wrongInstance('pair.writable', 'WritableStream', pair.writable);
  validateObject(options, 'options');
  const { allowHalfOpen = true, objectMode = false, encoding, decodeStrings = true, highWaterMark, signal } = options;
  validateBoolean(objectMode, 'options.objectMode');
  checkEncoding(encoding);
  const writeSide = new WriteSide(writable);
  const readSide = new ReadSide(readable);
  const { Duplex } = require('internal/streams/duplex');
  const duplex = new Duplex({
    __proto__: null,
    allowHalfOpen: Boolean(allowHalfOpen),
    highWaterMark,
    objectMode,
    encoding,
    decodeStrings: Boolean(decodeStrings),
    signal,
    read: () => readSide.read(),
    write: (chunk, _, callback) => writeSide.write(chunk, callback),
    final: (callback) => writeSide.close(callback),
    destroy(error, callback) {
      const aborted = writeSide.abort(error);
      const cancelled = readSide.cancel(error);
      settle(aborted, error, (failure) => settle(cancelled, failure, callback));
    },
  });
  readSide.stream = duplex;
  writeSide.stream = duplex;
  return duplex;
}

module.exports = { duplexFromWeb, readableFromWeb, writableFromWeb };
