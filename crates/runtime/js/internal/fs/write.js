// fs.write, writev and their Sync forms.
'use strict';

const fsBinding = binding('fs');
const { codes } = require('internal/errors');
const { customPromisifyArgs } = require('internal/util');
const {
  getValidatedFd, validateBufferArray, validateCallback, validateWriteRange,
} = require('internal/fs/validate');
const { validateEncoding, validateInteger } = require('internal/validators');

// Where to write: anything but a whole number means wherever the file stands.
function placeOf(position) {
  return Number.isSafeInteger(position) ? position : -1;
}

function validateStringData(value, name) {
  if (typeof value !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView'], value);
  }
}

// The bytes of a string in an encoding that the binding does not write itself; undefined for UTF-8,
// which stands for unknown encodings too.
function encodeUnlessUtf8(string, encoding) {
  if (encoding === 'utf8' || typeof encoding !== 'string' || encoding === '') return undefined;
  const { Buffer } = require('buffer');
  return Buffer.isEncoding(encoding) ? Buffer.from(string, encoding) : undefined;
}

// write(fd, buffer, offset, length, position, callback), write(fd, buffer, options, callback)
// or write(fd, string, position, encoding, callback).
function write(fd, buffer, offset, length, position, callback) {
  fd = getValidatedFd(fd);
  if (!ArrayBuffer.isView(buffer)) {
    validateStringData(buffer, 'buffer');
    if (typeof position === 'function') writeString(fd, buffer, offset, length, position);
    else if (typeof offset === 'function') writeString(fd, buffer, null, 'utf8', offset);
    else writeString(fd, buffer, offset, 'utf8', length);
    return;
  }
  callback ||= position || length || offset;
  validateCallback(callback);
  if (typeof offset === 'object') {
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset ?? {});
  }
  if (offset === undefined || offset === null || typeof offset === 'function') offset = 0;
  else validateInteger(offset, 'offset', 0);
  if (typeof length !== 'number') length = buffer.byteLength - offset;
  validateWriteRange(offset, length, buffer.byteLength);
  fsBinding.write(fd, buffer, offset, length, placeOf(position), callback);
}

function writeString(fd, string, position, encoding, callback) {
  validateEncoding(string, encoding);
  validateCallback(callback);
  const bytes = encodeUnlessUtf8(string, encoding);
  if (bytes === undefined) {
    fsBinding.writeString(fd, string, placeOf(position), callback);
  } else {
    fsBinding.write(fd, bytes, 0, bytes.length, placeOf(position),
                    (error, written) => callback(error, written, string));
  }
}

// writeSync(fd, buffer, offset, length, position), writeSync(fd, buffer, options)
// or writeSync(fd, string, position, encoding).
function writeSync(fd, buffer, offset, length, position) {
  if (!ArrayBuffer.isView(buffer)) {
    validateStringData(buffer, 'buffer');
    validateEncoding(buffer, length);
    const bytes = encodeUnlessUtf8(buffer, length);
    fd = getValidatedFd(fd);
    return bytes === undefined ?
      fsBinding.writeString(fd, buffer, placeOf(offset)) :
      fsBinding.write(fd, bytes, 0, bytes.length, placeOf(offset));
  }
  if (typeof offset === 'object') {
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset ?? {});
  }
  if (offset === undefined || offset === null) offset = 0;
  else validateInteger(offset, 'offset', 0);
  if (typeof length !== 'number') length = buffer.byteLength - offset;
  validateWriteRange(offset, length, buffer.byteLength);
  return fsBinding.write(getValidatedFd(fd), buffer, offset, length, placeOf(position));
}

function writev(fd, buffers, position, callback) {
  fd = getValidatedFd(fd);
  validateBufferArray(buffers);
  callback ||= position;
  validateCallback(callback);
  if (buffers.length === 0) {
    process.nextTick(callback, null, 0, buffers);
    return;
  }
  fsBinding.writev(fd, buffers, placeOf(position), callback);
}

function writevSync(fd, buffers, position) {
  validateBufferArray(buffers);
  return buffers.length === 0 ? 0 : fsBinding.writev(getValidatedFd(fd), buffers, placeOf(position));
}

Object.defineProperty(write, customPromisifyArgs, { __proto__: null, value: ['bytesWritten', 'buffer'] });
Object.defineProperty(writev, customPromisifyArgs, { __proto__: null, value: ['bytesWritten', 'buffer'] });

module.exports = {
  encodeUnlessUtf8, placeOf, validateStringData, write, writeSync, writev, writevSync,
};
