// fs.read, readv and their Sync forms.
'use strict';

const fsBinding = binding('fs');
const { codes } = require('internal/errors');
const { customPromisifyArgs } = require('internal/util');
const {
  getValidatedFd, getValidatedPosition, validateBufferArray, validateCallback, validateReadRange,
} = require('internal/fs/validate');
const {
  kValidateObjectAllowNullable, validateBuffer, validateInteger, validateObject,
} = require('internal/validators');

const DEFAULT_READ_SIZE = 16384;

function newBuffer() {
  return require('buffer').Buffer.alloc(DEFAULT_READ_SIZE);
}

// read(fd, buffer, offset, length, position, callback), read(fd, buffer, options, callback),
// read(fd, options, callback), read(fd, buffer, callback) or read(fd, callback).
function read(fd, buffer, offset, length, position, callback) {
  fd = getValidatedFd(fd);
  if (arguments.length <= 4) {
    let options = null;
    if (arguments.length === 4) {
      options = offset;
      callback = length;
      validateObject(options, 'options', kValidateObjectAllowNullable);
    } else if (arguments.length === 3) {
      callback = offset;
      if (!ArrayBuffer.isView(buffer)) {
        options = buffer;
        ({ buffer = newBuffer() } = options ?? {});
      }
      if (options !== undefined) validateObject(options, 'options', kValidateObjectAllowNullable);
    } else {
      callback = buffer;
      buffer = newBuffer();
    }
    ({ offset = 0, length = buffer?.byteLength - offset, position = null } = options ?? {});
  }
  validateBuffer(buffer);
  validateCallback(callback);
  offset = getValidatedOffset(offset);
  length |= 0;
  position = getValidatedPosition(position, length);
  if (length === 0) {
    process.nextTick(callback, null, 0, buffer);
    return;
  }
  validateRoom(buffer);
  validateReadRange(offset, length, buffer.byteLength);
  fsBinding.read(fd, buffer, offset, length, position, callback);
}

// readSync(fd, buffer, offset, length, position) or readSync(fd, buffer, options).
function readSync(fd, buffer, offset, length, position) {
  validateBuffer(buffer);
  if (arguments.length <= 3 || typeof offset === 'object') {
    if (offset !== undefined) validateObject(offset, 'options', kValidateObjectAllowNullable);
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset ?? {});
  }
  offset = getValidatedOffset(offset);
  length |= 0;
  position = getValidatedPosition(position, length);
  if (length === 0) return 0;
  validateRoom(buffer);
  validateReadRange(offset, length, buffer.byteLength);
  return fsBinding.read(getValidatedFd(fd), buffer, offset, length, position);
}

function getValidatedOffset(offset) {
  if (offset === undefined || offset === null) return 0;
  validateInteger(offset, 'offset', 0);
  return offset;
}

function validateRoom(buffer) {
  if (buffer.byteLength === 0) {
    throw new codes.ERR_INVALID_ARG_VALUE('buffer', buffer, 'is empty and cannot be written');
  }
}

function readv(fd, buffers, position, callback) {
  callback ||= position;
  fd = getValidatedFd(fd);
  validateBufferArray(buffers);
  validateCallback(callback);
  fsBinding.readv(fd, buffers, Number.isSafeInteger(position) ? position : -1, callback);
}

function readvSync(fd, buffers, position) {
  validateBufferArray(buffers);
  return fsBinding.readv(getValidatedFd(fd), buffers, Number.isSafeInteger(position) ? position : -1);
}

Object.defineProperty(read, customPromisifyArgs, { __proto__: null, value: ['bytesRead', 'buffer'] });
Object.defineProperty(readv, customPromisifyArgs, { __proto__: null, value: ['bytesRead', 'buffers'] });

module.exports = { DEFAULT_READ_SIZE, getValidatedOffset, read, readSync, readv, readvSync, validateRoom };
