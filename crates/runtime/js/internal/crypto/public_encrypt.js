// publicEncrypt() and its like: RSA.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { algorithmNumber } = require('internal/crypto/hash');
const { privateKeyHandle, publicKeyHandle } = require('internal/crypto/key_input');
const { bytesOf } = require('internal/crypto/secrets');
const { validateString } = require('internal/validators');

const kPkcs1Padding = 1;
const kOaepPadding = 4;

// A digest of OAEP, if one is named; it has an error of its own.
function digestNumber(name) {
  if (name === undefined) return undefined;
  const number = algorithmNumber(name);
  if (number !== undefined) return number;
  throw Object.assign(new Error('Invalid digest used'), { code: 'ERR_OSSL_EVP_INVALID_DIGEST' });
}

// A function that does one of the four: its number in the binding, how a key is read, and what is usual.
function operation(direction, handleOf, argument, usualPadding) {
  return (key, buffer) => {
    const options = typeof key === 'object' && key !== null ? key : {};
    const { padding, oaepHash, mgf1Hash, oaepLabel, encoding } = options;
    if (oaepHash !== undefined) validateString(oaepHash, 'key.oaepHash');
    if (mgf1Hash !== undefined) validateString(mgf1Hash, 'key.mgf1Hash');
    const label = oaepLabel === undefined ? undefined : bytesOf(oaepLabel, 'key.oaepLabel', encoding);
    const digests = [digestNumber(oaepHash), digestNumber(mgf1Hash)];
    const handle = handleOf(key, argument);
    const data = bytesOf(buffer, 'buffer', encoding);
    return asBuffer(native.rsaCrypt(direction, handle, (padding || usualPadding) | 0, ...digests, label, data));
  };
}

function named(name, body) {
  Object.defineProperty(body, 'name', { __proto__: null, value: name });
  return body;
}

module.exports = {
  publicEncrypt: named('publicEncrypt', operation(0, publicKeyHandle, 'key', kOaepPadding)),
  privateDecrypt: named('privateDecrypt', operation(1, privateKeyHandle, 'privateKey', kOaepPadding)),
  privateEncrypt: named('privateEncrypt', operation(2, privateKeyHandle, 'privateKey', kPkcs1Padding)),
  publicDecrypt: named('publicDecrypt', operation(3, publicKeyHandle, 'key', kPkcs1Padding)),
};
