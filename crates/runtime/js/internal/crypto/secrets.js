// Secrets as arguments: bytes in whatever form a script has them.
'use strict';

const { codes } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');

const kTypes = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

// The bytes of an ArrayBuffer, a view or text; the binding takes all of them.
function bytesOf(value, name, encoding) {
  if (typeof value === 'string') return bytesOfText(value, encoding);
  if (isArrayBufferView(value) || isAnyArrayBuffer(value)) return value;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', ...kTypes], value);
}

function bytesOfText(text, encoding) {
  if (encoding === undefined || encoding === 'buffer' || encoding === 'utf8') return text;
  return require('buffer').Buffer.from(text, encoding);
}

// The key behind a KeyObject that is a secret, for the binding; undefined for other values.
function secretHandle(key) {
  if (typeof key !== 'object' || key === null) return undefined;
  return require('internal/crypto/keys').secretHandle(key);
}

// A secret key: bytes, or a KeyObject or CryptoKey.
function secretKey(key, name, encoding) {
  if (typeof key === 'string') return bytesOfText(key, encoding);
  if (isArrayBufferView(key) || isAnyArrayBuffer(key)) return key;
  const handle = secretHandle(key);
  if (handle !== undefined) return handle;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', ...kTypes, 'KeyObject', 'CryptoKey'], key);
}

module.exports = { bytesOf, secretHandle, secretKey };
