// pbkdf2(): keys out of passwords, by many rounds of HMAC.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { algorithmNumber, invalidDigest } = require('internal/crypto/hash');
const { bytesOf } = require('internal/crypto/secrets');
const { validateFunction, validateInt32, validateString } = require('internal/validators');

function prepare(password, salt, iterations, keylen, digest) {
  validateString(digest, 'digest');
  const secret = bytesOf(password, 'password');
  const grains = bytesOf(salt, 'salt');
  validateInt32(iterations, 'iterations', 1);
  validateInt32(keylen, 'keylen', 0);
  const number = algorithmNumber(digest);
  if (number === undefined) throw invalidDigest(digest);
  return [number, secret, grains, iterations, keylen];
}

function pbkdf2(password, salt, iterations, keylen, digest, callback) {
  if (typeof digest === 'function') {
    callback = digest;
    digest = undefined;
  }
  const job = prepare(password, salt, iterations, keylen, digest);
  validateFunction(callback, 'callback');
  native.pbkdf2(...job, (error, key) => {
    if (error) callback(error);
    else callback(null, asBuffer(key));
  });
}

function pbkdf2Sync(password, salt, iterations, keylen, digest) {
  return asBuffer(native.pbkdf2(...prepare(password, salt, iterations, keylen, digest)));
}

module.exports = { pbkdf2, pbkdf2Sync };
