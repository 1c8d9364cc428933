// ReadableStreamDefaultReader and ReadableStreamBYOBReader.
'use strict';

const { PromiseTaker, ReaderCore } = require('internal/webstreams/readable_core');
const { codes, invalidState, invalidThis, wrongInstance } = require('internal/webstreams/stream_errors');
const { checkView } = require('internal/webstreams/buffers');
const { defineInterface, kInspect, show } = require('internal/webstreams/interface_shape');
const { readableCoreOf } = require('internal/webstreams/interface');
const { kValidateObjectAllowObjectsAndNull, validateNumber, validateObject } = require('internal/validators');

// The core of a stream that a reader can be made for.
function readableFor(stream) {
  const core = readableCoreOf(stream);
  if (core === undefined) throw wrongInstance('stream', 'ReadableStream', stream);
  if (core.reader !== null) throw invalidState('ReadableStream is locked');
  return core;
}

function notAttached() {
  return Promise.reject(invalidState('The reader is not attached to a stream'));
}

function cancel(core, reason) {
  return core.stream === null ? notAttached() : core.stream.cancel(reason);
}

let isDefaultReader;

class ReadableStreamDefaultReader {
  #core;

  static {
    isDefaultReader = (value) => typeof value === 'object' && value !== null && #core in value;
  }

  constructor(stream) {
    this.#core = new ReaderCore(readableFor(stream), false);
  }

  // A chunk that is there already needs no request.
  read() {
    if (!isDefaultReader(this)) return Promise.reject(invalidThis('ReadableStreamDefaultReader'));
    const core = this.#core;
    if (core.stream === null) return notAttached();
    if (core.hasChunk()) return Promise.resolve({ done: false, value: core.take() });
    const taker = new PromiseTaker();
    core.read(taker);
    return taker.promise();
  }

  releaseLock() {
    if (!isDefaultReader(this)) throw invalidThis('ReadableStreamDefaultReader');
    if (this.#core.stream !== null) this.#core.release();
  }

  get closed() {
    if (!isDefaultReader(this)) return Promise.reject(invalidThis('ReadableStreamDefaultReader'));
    return this.#core.closedPromise;
  }

  cancel(reason = undefined) {
    if (!isDefaultReader(this)) return Promise.reject(invalidThis('ReadableStreamDefaultReader'));
    return cancel(this.#core, reason);
  }

  [kInspect](depth, options) {
    const { stream, takers, closedPromise } = this.#core;
    const fields = { stream: stream?.handle, readRequests: takers.length, close: closedPromise };
    return show('ReadableStreamDefaultReader', fields, depth, options);
  }
}

defineInterface(ReadableStreamDefaultReader, ['read', 'releaseLock', 'closed', 'cancel']);

let isByobReader;

class ReadableStreamBYOBReader {
  #core;

  static {
    isByobReader = (value) => typeof value === 'object' && value !== null && #core in value;
  }

  constructor(stream) {
    const core = readableFor(stream);
    if (!core.source.isByteSource) throw new codes.ERR_INVALID_ARG_VALUE('stream', stream, 'must be a byte stream');
    this.#core = new ReaderCore(core, true);
  }

  read(view, options = undefined) {
    if (!isByobReader(this)) return Promise.reject(invalidThis('ReadableStreamBYOBReader'));
    const core = this.#core;
    let minimum;
    try {
      checkView(view, 'view', 'view');
      minimum = minimumOf(options, view);
    } catch (error) {
      return Promise.reject(error);
    }
    if (core.stream === null) return notAttached();
    const taker = new PromiseTaker();
    core.readInto(view, minimum, taker);
    return taker.promise();
  }

  releaseLock() {
    if (!isByobReader(this)) throw invalidThis('ReadableStreamBYOBReader');
    if (this.#core.stream !== null) this.#core.release();
  }

  get closed() {
    if (!isByobReader(this)) return Promise.reject(invalidThis('ReadableStreamBYOBReader'));
    return this.#core.closedPromise;
  }

  cancel(reason = undefined) {
    if (!isByobReader(this)) return Promise.reject(invalidThis('ReadableStreamBYOBReader'));
    return cancel(this.#core, reason);
  }

  [kInspect](depth, options) {
    const { stream, takers, closedPromise } = this.#core;
    const fields = { stream: stream?.handle, readIntoRequests: takers.length, close: closedPromise };
    return show('ReadableStreamBYOBReader', fields, depth, options);
  }
}

defineInterface(ReadableStreamBYOBReader, ['read', 'releaseLock', 'closed', 'cancel']);

// How many elements of `view` have to be filled at least.
function minimumOf(options, view) {
  validateObject(options ?? null, 'options', kValidateObjectAllowObjectsAndNull);
  const minimum = options?.min ?? 1;
  validateNumber(minimum, 'options.min');
  if (!Number.isInteger(minimum)) throw new codes.ERR_INVALID_ARG_VALUE('options.min', minimum, 'must be an integer');
  if (minimum <= 0) throw new codes.ERR_INVALID_ARG_VALUE('options.min', minimum, 'must be greater than 0');
  if (view.byteLength === 0 || view.buffer.byteLength === 0) {
    throw invalidState('View or Viewed ArrayBuffer is zero-length or detached');
  }
  const unit = view.length === undefined ? 'byteLength' : 'length';
  if (minimum > view[unit]) throw new codes.ERR_OUT_OF_RANGE('options.min', `<= view.${unit}`, minimum);
  return minimum;
}

module.exports = { ReadableStreamBYOBReader, ReadableStreamDefaultReader };
