// CompressionStream and DecompressionStream: there is no compression yet.
'use strict';

const { codes } = require('internal/webstreams/stream_errors');
const { defineInterface } = require('internal/webstreams/interface_shape');
const { fail } = require('internal/unimplemented');

const kFormats = ['deflate', 'deflate-raw', 'gzip', 'brotli'];

function checkFormat(format, name) {
  if (typeof format === 'symbol') {
    throw coded('ERR_INVALID_ARG_TYPE',
      `Failed to construct '${name}': 1st argument is a Symbol and cannot be converted to a string.`);
  }
  const text = `${format}`;
  if (!kFormats.includes(text)) {
    throw coded('ERR_INVALID_ARG_VALUE',
      `Failed to construct '${name}': 1st argument '${text}' is not a valid enum value of type CompressionFormat.`);
  }
}

function coded(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

class CompressionStream {
  constructor(format) {
    checkFormat(format, 'CompressionStream');
    fail('CompressionStream');
  }

  get readable() {
    throw new codes.ERR_INVALID_THIS('CompressionStream');
  }

  get writable() {
    throw new codes.ERR_INVALID_THIS('CompressionStream');
  }
}

class DecompressionStream {
  constructor(format) {
    checkFormat(format, 'DecompressionStream');
    fail('DecompressionStream');
  }

  get readable() {
    throw new codes.ERR_INVALID_THIS('DecompressionStream');
  }

  get writable() {
    throw new codes.ERR_INVALID_THIS('DecompressionStream');
  }
}

defineInterface(CompressionStream, ['readable', 'writable']);
defineInterface(DecompressionStream, ['readable', 'writable']);

module.exports = { CompressionStream, DecompressionStream };
