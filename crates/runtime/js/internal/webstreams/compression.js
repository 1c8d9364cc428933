// CompressionStream and DecompressionStream: the streams of zlib, with sides of the web.
'use strict';

const { codes } = require('internal/errors');
const { defineInterface, kInspect, show } = require('internal/webstreams/interface_shape');
const { invalidThis } = require('internal/webstreams/stream_errors');

// The classes of zlib for a format, and whether their errors have to become TypeErrors.
const kFormats = {
  '__proto__': null,
  'deflate': ['Deflate', 'Inflate'],
  'deflate-raw': ['DeflateRaw', 'InflateRaw'],
  'gzip': ['Gzip', 'Gunzip'],
  'brotli': ['BrotliCompress', 'BrotliDecompress'],
};

function classesOf(format, name) {
  if (typeof format === 'symbol') {
    throw coded('ERR_INVALID_ARG_TYPE',
      `Failed to construct '${name}': 1st argument is a Symbol and cannot be converted to a string.`);
  }
  const text = `${format}`;
  const classes = kFormats[text];
  if (classes !== undefined) return classes;
  throw coded('ERR_INVALID_ARG_VALUE',
    `Failed to construct '${name}': 1st argument '${text}' is not a valid enum value of type CompressionFormat.`);
}

function coded(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

// What cannot be read is told by a TypeError.
function asTypeError(error) {
  if (!error || error instanceof TypeError || error.code === 'ABORT_ERR') return error;
  const outer = new TypeError(undefined, { cause: error });
  outer.code = error.code;
  return outer;
}

// Both sides of a zlib stream. A chunk that it does not take ends it; closing waits for all that comes out.
function sidesOf(stream) {
  stream._final = require('stream').Transform.prototype._final;
  const { write } = stream;
  stream.write = function(chunk) {
    try {
      checkChunk(chunk);
      return Reflect.apply(write, stream, [chunk]);
    } catch (error) {
      stream.destroy(error);
      throw error;
    }
  };
  return require('internal/webstreams/from_node').duplexToWeb(stream);
}

// The bytes must be the caller's alone while another thread reads them.
function checkChunk(chunk) {
  const { isSharedArrayBuffer } = require('internal/util/types');
  const isShared = isSharedArrayBuffer(ArrayBuffer.isView(chunk) ? chunk.buffer : chunk);
  if (isShared) {
    throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], chunk);
  }
}

let isCompression;

class CompressionStream {
  #sides;

  static {
    isCompression = (value) => typeof value === 'object' && value !== null && #sides in value;
  }

  constructor(format) {
    const { 0: name } = classesOf(format, 'CompressionStream');
    this.#sides = sidesOf(new (require('internal/zlib/classes')[name])());
  }

  get readable() {
    return this.#sides.readable;
  }

  get writable() {
    return this.#sides.writable;
  }

  [kInspect](depth, options) {
    if (!isCompression(this)) throw invalidThis('CompressionStream');
    const { readable, writable } = this.#sides;
    return show('CompressionStream', { readable, writable }, depth, options);
  }
}

let isDecompression;

class DecompressionStream {
  #sides;

  static {
    isDecompression = (value) => typeof value === 'object' && value !== null && #sides in value;
  }

  constructor(format) {
    const { 1: name } = classesOf(format, 'DecompressionStream');
    const stream = new (require('internal/zlib/classes')[name])({ rejectGarbageAfterEnd: true });
    const { destroy } = stream;
    stream.destroy = (error, callback) => Reflect.apply(destroy, stream, [asTypeError(error), callback]);
    this.#sides = sidesOf(stream);
  }

  get readable() {
    return this.#sides.readable;
  }

  get writable() {
    return this.#sides.writable;
  }

  [kInspect](depth, options) {
    if (!isDecompression(this)) throw invalidThis('DecompressionStream');
    const { readable, writable } = this.#sides;
    return show('DecompressionStream', { readable, writable }, depth, options);
  }
}

defineInterface(CompressionStream, ['readable', 'writable']);
defineInterface(DecompressionStream, ['readable', 'writable']);

module.exports = { CompressionStream, DecompressionStream };
