// What fs functions ask of their arguments. The common case of each check comes first and costs no call.
'use strict';

const { codes } = require('internal/errors');
const { validateAbortSignal, validateInt32, validateInteger } = require('internal/validators');

// A path as the binding takes it: a string or a Uint8Array.
function getValidatedPath(path, name = 'path') {
  if (typeof path === 'string' && !path.includes('\0')) return path;
  return getUncommonPath(path, name);
}

function getUncommonPath(path, name) {
  if (isURL(path)) path = require('url').fileURLToPath(path);
  if (typeof path === 'string') {
    if (!path.includes('\0')) return path;
  } else if (path instanceof Uint8Array) {
    if (!path.includes(0)) return path;
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], path);
  }
  throw new codes.ERR_INVALID_ARG_VALUE(name, path, 'must be a string, Uint8Array, or URL without null bytes');
}

// Another realm's URL is one too; what `url.parse` gives is not.
function isURL(value) {
  return typeof value === 'object' && value !== null && Boolean(value.href && value.protocol) &&
    value.auth === undefined && value.path === undefined;
}

function getValidatedFd(fd, name = 'fd') {
  if (typeof fd === 'number' && fd === (fd | 0) && fd >= 0) return fd | 0;
  validateInt32(fd, name, 0);
  return fd;
}

function validateCallback(callback) {
  if (typeof callback !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('cb', 'Function', callback);
}

// An options argument that may be a string, the encoding, or missing.
function getOptions(options, fallback) {
  switch (typeof options) {
    case 'undefined':
    case 'function':
      return fallback;
    case 'string':
      validateTextEncoding(options);
      return { ...fallback, encoding: options };
    case 'object':
      return options === null ? fallback : checkedOptions(options);
    default:
      throw new codes.ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  }
}

function checkedOptions(options) {
  validateTextEncoding(options.encoding);
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  return options;
}

// 'buffer' asks for bytes instead of a text.
function validateTextEncoding(encoding) {
  if (encoding !== 'buffer') validateEncoding(encoding);
}

function validateEncoding(encoding) {
  if (!encoding || encoding === 'utf8') return;
  if (!require('buffer').Buffer.isEncoding(encoding)) {
    throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
}

function validateBufferArray(buffers, name = 'buffers') {
  if (!Array.isArray(buffers) || !buffers.every(ArrayBuffer.isView)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'ArrayBufferView[]', buffers);
  }
}

function notNegative(value, name) {
  if (value < 0) throw new codes.ERR_OUT_OF_RANGE(name, '>= 0', value);
}

function atMost(limit, value, name) {
  if (value > limit) throw new codes.ERR_OUT_OF_RANGE(name, `<= ${limit}`, value);
}

// The part of a buffer that is read into.
function validateReadRange(offset, length, byteLength) {
  notNegative(offset, 'offset');
  notNegative(length, 'length');
  atMost(byteLength - offset, length, 'length');
}

// The part of a buffer that is written out.
function validateWriteRange(offset, length, byteLength) {
  atMost(byteLength, offset, 'offset');
  atMost(byteLength - offset, length, 'length');
  notNegative(length, 'length');
  validateInt32(length, 'length', 0);
}

// A place in a file to read from: null or -1 for wherever the file stands.
function getValidatedPosition(position, length) {
  if (position === undefined || position === null) return -1;
  if (typeof position === 'number') {
    validateInteger(position, 'position', -1);
  } else if (typeof position === 'bigint') {
    const last = 2n ** 63n - 1n - BigInt(length);
    if (position < -1n || position > last) {
      throw new codes.ERR_OUT_OF_RANGE('position', `>= -1 && <= ${last}`, position);
    }
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('position', ['integer', 'bigint'], position);
  }
  return position;
}

module.exports = {
  getOptions,
  getValidatedFd,
  getValidatedPath,
  getValidatedPosition,
  validateBufferArray,
  validateCallback,
  validateEncoding,
  validateReadRange,
  validateWriteRange,
};
