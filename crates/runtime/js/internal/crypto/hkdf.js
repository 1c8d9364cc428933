// hkdf(): keys out of other keys.
'use strict';

const native = binding('crypto');
const { algorithmNumber, invalidDigest } = require('internal/crypto/hash');
const { secretHandle } = require('internal/crypto/secrets');
const { codes } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { validateFunction, validateInteger, validateString } = require('internal/validators');

const kTypes = ['ArrayBuffer', 'TypedArray', 'DataView', 'Buffer'];
// No more of these than of bytes in a digest, as the count is one byte.
const kMostBlocks = 255;
const kLongestInfo = 1024;

function bytesOf(value, name, types) {
  if (typeof value === 'string' || isArrayBufferView(value) || isAnyArrayBuffer(value)) return value;
  throw new codes.ERR_INVALID_ARG_TYPE(name, types, value);
}

function keyOf(key) {
  return secretHandle(key) ?? bytesOf(key, 'ikm', ['string', 'SecretKeyObject', ...kTypes]);
}

function lengthOf(bytes) {
  return typeof bytes === 'string' ? require('buffer').Buffer.byteLength(bytes) : bytes.byteLength;
}

function prepare(digest, ikm, salt, info, length) {
  validateString(digest, 'digest');
  const key = keyOf(ikm);
  const grains = bytesOf(salt, 'salt', ['string', ...kTypes]);
  const context = bytesOf(info, 'info', ['string', ...kTypes]);
  validateInteger(length, 'length', 0);
  const contextLength = lengthOf(context);
  if (contextLength > kLongestInfo) {
    throw new codes.ERR_OUT_OF_RANGE('info', `must not contain more than ${kLongestInfo} bytes`, contextLength);
  }
  const number = algorithmNumber(digest);
  if (number === undefined) throw invalidDigest(digest);
  if (length > native.digestSize(number) * kMostBlocks) {
    throw Object.assign(new RangeError('Invalid key length'), { code: 'ERR_CRYPTO_INVALID_KEYLEN' });
  }
  return [number, key, grains, context, length];
}

function hkdf(digest, ikm, salt, info, length, callback) {
  const job = prepare(digest, ikm, salt, info, length);
  validateFunction(callback, 'callback');
  native.hkdf(...job, callback);
}

function hkdfSync(digest, ikm, salt, info, length) {
  return native.hkdf(...prepare(digest, ikm, salt, info, length));
}

module.exports = { hkdf, hkdfSync };
