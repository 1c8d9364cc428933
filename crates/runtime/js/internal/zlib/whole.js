// Whole inputs: gzip(), gzipSync() and their like. No stream is made for them, unless it is asked for (`info`).
'use strict';

const native = binding('zlib');
const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { FastBuffer, asBuffer, isAnyArrayBuffer } = require('internal/buffer/fast_buffer');
const { validateFunction } = require('internal/validators');
const { commonOptions, outOfRange, processSync } = require('internal/zlib/stream');
const { kinds } = require('internal/zlib/codecs');
const { failureOf } = require('internal/zlib/failures');

const kNoOptions = { __proto__: null };

// What a script can have changed on its own object: the true length.
const { get: byteLengthOf } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype), 'byteLength');

// The usual settings of a kind are checked once.
const usual = { __proto__: null };

function prepare(kind, options) {
  if (options === undefined || options === null) return usual[kind.name] ??= check(kind, kNoOptions);
  return check(kind, options);
}

function check(kind, options) {
  const settings = kind.settingsOf(kind, options);
  return { settings, common: commonOptions(options, kind) };
}

function bytesOf(input) {
  if (typeof input === 'string') return Buffer.from(input);
  if (ArrayBuffer.isView(input)) return input;
  if (isAnyArrayBuffer(input)) return new FastBuffer(input);
  return undefined;
}

function bytesNow(input) {
  const bytes = bytesOf(input);
  if (bytes === undefined) {
    throw new errors.ERR_INVALID_ARG_TYPE('buffer',
      ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], input);
  }
  if (Object.hasOwn(bytes, 'byteLength') && bytes instanceof Uint8Array &&
      bytes.byteLength !== byteLengthOf.call(bytes)) {
    throw outOfRange('input buffer is out of bounds');
  }
  return bytes;
}

// `gzipSync(buffer, options)` for a kind.
function syncForm(name, classes) {
  const kind = kinds[name];
  return function syncBufferWrapper(buffer, options) {
    if (options?.info) return withEngine(classes()[name], buffer, options);
    const input = bytesNow(buffer);
    const { settings, common } = prepare(kind, options);
    const { 0: bytes } = native.run(kind.make(kind, settings, common.rejectGarbageAfterEnd), input,
      common.finishFlush, common.maxOutputLength, common.rejectGarbageAfterEnd, undefined);
    if (typeof bytes === 'number') throw failureOf(bytes, common.maxOutputLength);
    return asBuffer(bytes);
  };
}

function withEngine(Class, buffer, options) {
  const engine = new Class(options);
  const bytes = processSync(engine, bytesNow(buffer), engine._finishFlushFlag);
  return { buffer: bytes, engine };
}

// `gzip(buffer, options, callback)` for a kind.
function callbackForm(name, classes) {
  const kind = kinds[name];
  return function asyncBufferWrapper(buffer, options, callback) {
    if (typeof options === 'function') {
      callback = options;
      options = kNoOptions;
    }
    const { settings, common } = prepare(kind, options);
    const codec = kind.make(kind, settings, common.rejectGarbageAfterEnd);
    validateFunction(callback, 'callback');
    const input = bytesOf(buffer ?? '');
    if (input === undefined) {
      throw new errors.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
    }
    const { maxOutputLength } = common;
    native.run(codec, input, common.finishFlush, maxOutputLength, common.rejectGarbageAfterEnd,
      (error, bytes, consumed) => {
        if (error) callback(error);
        else if (typeof bytes === 'number') callback(failureOf(bytes, maxOutputLength));
        else callback(null, options?.info ? informed(classes()[name], options, bytes, consumed) : asBuffer(bytes));
      });
  };
}

// The stream that would have done it.
function informed(Class, options, bytes, consumed) {
  const engine = new Class(options);
  engine.bytesWritten = consumed;
  engine.close();
  return { buffer: asBuffer(bytes), engine };
}

module.exports = { callbackForm, syncForm };
