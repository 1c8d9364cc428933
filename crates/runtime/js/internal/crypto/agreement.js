// diffieHellman(), encapsulate() and decapsulate(): secrets that two sides come to share.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { privateKeyHandle, publicKeyHandle } = require('internal/crypto/key_input');
const { bytesOf } = require('internal/crypto/secrets');
const { codes } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');

const kAgreeing = new Set(['dh', 'ec', 'x25519', 'x448']);

function diffieHellman(options, callback) {
  validateObject(options, 'options');
  if (callback !== undefined) validateFunction(callback, 'callback');
  const { privateKey, publicKey } = options;
  if (privateKey === undefined || privateKey === null) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.privateKey', privateKey);
  }
  if (publicKey === undefined || publicKey === null) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.publicKey', publicKey);
  }
  const own = privateKeyHandle(privateKey, 'options.privateKey');
  const other = publicKeyHandle(publicKey, 'options.publicKey');
  checkKinds(native.keyKind(own), native.keyKind(other));
  if (callback === undefined) return asBuffer(native.derive(own, other));
  native.derive(own, other, (error, secret) => {
    if (error) callback(error);
    else callback(null, asBuffer(secret));
  });
}

function checkKinds(own, other) {
  if (own === other && kAgreeing.has(own)) return;
  throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY('key types for Diffie-Hellman', `${own} and ${other}`);
}

function encapsulate(key, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  const handle = publicKeyHandle(key, 'key');
  if (callback === undefined) return present(native.encapsulate(handle));
  native.encapsulate(handle, (error, pair) => {
    if (error) callback(error);
    else callback(null, present(pair));
  });
}

function present([secret, wrapped]) {
  return { sharedKey: asBuffer(secret), ciphertext: asBuffer(wrapped) };
}

function decapsulate(key, ciphertext, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  const handle = privateKeyHandle(key, 'key');
  const wrapped = bytesOf(ciphertext, 'ciphertext');
  if (callback === undefined) return asBuffer(native.decapsulate(handle, wrapped));
  native.decapsulate(handle, wrapped, (error, secret) => {
    if (error) callback(error);
    else callback(null, asBuffer(secret));
  });
}

module.exports = { decapsulate, diffieHellman, encapsulate };
