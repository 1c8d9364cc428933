// stream: readable and writable streams, and what works on them.
'use strict';

const { Stream } = require('internal/streams/legacy');
const { Readable } = require('internal/streams/readable');
const { Writable } = require('internal/streams/writable');
const { Duplex } = require('internal/streams/duplex');
const { Transform } = require('internal/streams/transform');
const { PassThrough } = require('internal/streams/passthrough');
const {
  getDefaultHighWaterMark,
  setDefaultHighWaterMark,
} = require('internal/streams/state');
const { destroyer } = require('internal/streams/destroy');

const promisify = Symbol.for('nodejs.util.promisify.custom');
const predicates = () => require('internal/streams/predicates');

function isDestroyed(stream) {
  return predicates().isDestroyed(stream);
}

function isDisturbed(stream) {
  return predicates().isDisturbed(stream);
}

function isErrored(stream) {
  return predicates().isErrored(stream);
}

function isReadable(stream) {
  return predicates().isReadable(stream);
}

function isWritable(stream) {
  return predicates().isWritable(stream);
}

function duplexPair(options) {
  return require('internal/streams/duplexpair').duplexPair(options);
}

function pipeline(...streams) {
  return require('internal/streams/pipeline').pipeline(...streams);
}

function addAbortSignal(signal, stream) {
  return require('internal/streams/add_abort_signal').addAbortSignal(signal, stream);
}

function finished(stream, options, callback) {
  return require('internal/streams/end_of_stream').eos(...arguments);
}

function compose(...streams) {
  return require('internal/streams/compose').compose(...streams);
}

module.exports = Stream;
Object.assign(Stream, {
  isDestroyed,
  isDisturbed,
  isErrored,
  isReadable,
  isWritable,
  Readable,
  Writable,
  Duplex,
  Transform,
  PassThrough,
  duplexPair,
  pipeline,
  addAbortSignal,
  finished,
  destroy: destroyer,
  compose,
  setDefaultHighWaterMark,
  getDefaultHighWaterMark,
});

Object.defineProperty(Stream, 'promises', {
  get() { return require('stream/promises'); },
  enumerable: true,
  configurable: true,
});
for (const fn of [pipeline, finished]) {
  Object.defineProperty(fn, promisify, {
    get() { return require('stream/promises')[fn.name]; },
    enumerable: true,
  });
}

if (binding('process').hasOptions() &&
    require('internal/process/options').getOption('--experimental-stream-iter')) {
  require('internal/streams/iter/from_readable').install(Readable);
}

// From before `stream` had properties of its own.
Stream.Stream = Stream;
Stream._isArrayBufferView = ArrayBuffer.isView;
Stream._isUint8Array = function isUint8Array(value) {
  return require('internal/util/types').isUint8Array(value);
};
Stream._uint8ArrayToBuffer = function _uint8ArrayToBuffer(chunk) {
  const { Buffer } = require('buffer');
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
};
