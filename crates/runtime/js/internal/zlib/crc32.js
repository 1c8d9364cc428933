// The checksum of gzip files and ZIP archives.
'use strict';

const native = binding('zlib');
const { Buffer } = require('buffer');
const { codes: errors } = require('internal/errors');
const { validateUint32 } = require('internal/validators');

function crc32(data, value = 0) {
  const isText = typeof data === 'string';
  if (!isText && !ArrayBuffer.isView(data)) {
    throw new errors.ERR_INVALID_ARG_TYPE('data', ['Buffer', 'TypedArray', 'DataView', 'string'], data);
  }
  validateUint32(value, 'value');
  return native.crc32(isText ? Buffer.from(data) : data, value);
}

module.exports = { crc32 };
