// Web streams over Node streams: Readable.toWeb(), Writable.toWeb(), Duplex.toWeb().
'use strict';

const { AbortError, codes } = require('internal/errors');
const { ReadableCore } = require('internal/webstreams/readable_core');
const { ReadableStream } = require('internal/webstreams/readable_stream');
const { ValueSource } = require('internal/webstreams/value_source');
const { WritableCore } = require('internal/webstreams/writable_core');
const { WritableStream } = require('internal/webstreams/writable_stream');
const { LATER, ignore, markHandled } = require('internal/webstreams/outcome');
const { byteLength, checkStrategy, readStrategy } = require('internal/webstreams/strategies');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end_of_stream');
const { isAnyArrayBuffer } = require('internal/util/types');
const { kEmptyObject } = require('internal/util');
const { validateObject, validateOneOf } = require('internal/validators');

const kReadableTypes = ['bytes', undefined];

// Errors that come when all is over are of no interest; one listener serves any number of calls.
function ignoreErrors(stream) {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
}

// A stream that ended too early was aborted, as far as its web stream can tell.
function asAbort(error) {
  return error?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? new AbortError(undefined, { cause: error }) : error;
}

// The error of a Readable that is destroyed; undefined if it came to its end before.
function fateOf(readable) {
  if (readable.errored) return readable.errored;
  const state = readable._readableState;
  return state.endEmitted || (state.ended && state.length === 0) ? undefined : new AbortError();
}

// Feeds what a Readable emits into a web stream.
class ReadableProducer {
  constructor(readable) {
    this.readable = readable;
    this.pulls = true;
    this.source = null;
    this.onData = (chunk) => this.receive(chunk);
    this.onEnd = () => this.end();
  }

  listen() {
    const { readable } = this;
    if (readable.destroyed) {
      ignoreErrors(readable);
      this.finish(fateOf(readable));
      return;
    }
    readable.pause();
    eos(readable, { __proto__: null, writable: false }, (error) => {
      readable.removeListener('data', this.onData);
      readable.removeListener('end', this.onEnd);
      ignoreErrors(readable);
      this.finish(asAbort(error));
    });
    readable.on('data', this.onData);
    // A duplex stream goes on after the end of its readable side.
    readable.on('end', this.onEnd);
    readable.pause();
  }

  finish(error) {
    if (error) this.source.fail(error);
    else this.end();
  }

  receive(chunk) {
    const { readable, source } = this;
    if (!source.isOpen) return;
    const { Buffer } = require('buffer');
    // Copied: the memory may belong to Buffer's pool.
    if (Buffer.isBuffer(chunk) && !readable.readableObjectMode) chunk = new Uint8Array(chunk);
    else if (source.isByteSource && typeof chunk === 'string') chunk = new Uint8Array(Buffer.from(chunk));
    source.enqueue(chunk);
    if (source.desiredSize <= 0) readable.pause();
  }

  end() {
    const { source } = this;
    if (!source.isOpen) return;
    source.close();
    // Readers that wait with a buffer get it back.
    if (source.isByteSource && source.fills.length > 0) source.respond(0);
  }

  pull() {
    this.readable.resume();
  }

  cancel(reason) {
    destroyer(this.readable, reason);
  }
}

// A script's strategy, or the Node stream's own high-water mark.
function strategyFor(strategy, mark, sizeOf) {
  if (strategy === undefined) return { mark, sizeOf };
  checkStrategy(strategy, 'strategy');
  return readStrategy(strategy, 1);
}

function readableToWeb(readable, options = kEmptyObject) {
  if (typeof readable?._readableState !== 'object' && typeof readable?.read !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('streamReadable', 'stream.Readable', readable);
  }
  validateObject(options, 'options');
  if (options.type !== undefined) validateOneOf(options.type, 'options.type', kReadableTypes);
  const producer = new ReadableProducer(readable);
  const core = new ReadableCore();
  const sizeOfChunk = readable.readableObjectMode ? undefined : byteLength;
  const { mark, sizeOf } = strategyFor(options.strategy, readable.readableHighWaterMark, sizeOfChunk);
  if (options.type === 'bytes') {
    const { ByteSource } = require('internal/webstreams/byte_source');
    producer.source = new ByteSource(core, producer, mark, undefined);
  } else {
    producer.source = new ValueSource(core, producer, mark, sizeOf);
  }
  producer.listen();
  producer.source.start(undefined);
  return new ReadableStream(core);
}

function closedReadable(type) {
  const stream = new ReadableStream({ __proto__: null, type, pull: undefined });
  markHandled(stream.cancel());
  return stream;
}

function closedWritable() {
  const stream = new WritableStream();
  markHandled(stream.close());
  return stream;
}

// Writes what a web stream is given into a Writable.
class WritableSink {
  constructor(writable) {
    this.writable = writable;
    this.core = null;
    this.drained = false;
    this.isWaiting = false;
    // The promise of close().
    this.closing = null;
  }

  listen() {
    const { writable, core } = this;
    eos(writable, { __proto__: null, readable: false }, (error) => {
      ignoreErrors(writable);
      const reason = error ? asAbort(error) : undefined;
      if (this.closing !== null) {
        if (reason === undefined) this.closing.resolve();
        else this.closing.reject(reason);
        return;
      }
      core.fail(reason ?? new AbortError());
      if (this.isWaiting) this.resume();
    });
    writable.on('drain', () => {
      this.drained = true;
      if (this.isWaiting) this.resume();
    });
  }

  // May be called from the middle of a write: the stream has buffers of its own that report in between.
  resume() {
    this.isWaiting = false;
    this.core.written();
  }

  write(chunk) {
    const { writable } = this;
    if (!writable.writableObjectMode && isAnyArrayBuffer(chunk)) chunk = new Uint8Array(chunk);
    this.drained = false;
    if (writable.write(chunk) || this.drained) return undefined;
    this.isWaiting = true;
    return LATER;
  }

  close() {
    const { writable } = this;
    this.closing = Promise.withResolvers();
    if (!writable.writableEnded) writable.end();
    else if (writable.writableFinished) this.closing.resolve();
    return this.closing.promise;
  }

  abort(reason) {
    destroyer(this.writable, reason);
  }
}

function writableToWeb(writable, options = kEmptyObject) {
  if (typeof writable?.write !== 'function' || typeof writable.on !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('streamWritable', 'stream.Writable', writable);
  }
  validateObject(options, 'options');
  if (writable.destroyed || !writable.writable) return closedWritable();
  const sink = new WritableSink(writable);
  const { mark, sizeOf } = strategyFor(options.strategy, writable.writableHighWaterMark, undefined);
  sink.core = new WritableCore(sink, mark, sizeOf);
  sink.listen();
  sink.core.start(undefined);
  return new WritableStream(sink.core);
}

let warned = false;

// DEP0201: the option `type` of old.
function readableTypeOf(options) {
  if (options.readableType !== undefined || options.type === undefined) return options.readableType;
  validateOneOf(options.type, 'options.type', kReadableTypes);
  if (!warned) {
    warned = true;
    process.emitWarning("Passing 'options.type' to Duplex.toWeb() is deprecated. " +
      "To specify the ReadableStream type, use 'options.readableType'.", 'DeprecationWarning', 'DEP0201');
  }
  return options.type;
}

function duplexToWeb(duplex, options = kEmptyObject) {
  if (typeof duplex?._writableState !== 'object' || typeof duplex._readableState !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('duplex', 'stream.Duplex', duplex);
  }
  validateObject(options, 'options');
  const type = readableTypeOf(options);
  if (duplex.destroyed) return { writable: closedWritable(), readable: closedReadable(type) };
  const writable = duplex.writable ? writableToWeb(duplex) : closedWritable();
  const readable = duplex.readable ? readableToWeb(duplex, { __proto__: null, type }) : closedReadable(type);
  return { writable, readable };
}

module.exports = { duplexToWeb, readableToWeb, writableToWeb };
