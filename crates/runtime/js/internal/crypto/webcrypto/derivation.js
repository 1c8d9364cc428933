// HKDF, PBKDF2 and Argon2: bits out of secrets.
'use strict';

const native = binding('crypto');
const { cryptoKey } = require('internal/crypto/webcrypto/crypto_key');
const { hashNumber } = require('internal/crypto/webcrypto/digests');
const { job, operationError, syntaxError } = require('internal/crypto/webcrypto/failure');
const { checkNotEmpty, wrongFormat } = require('internal/crypto/webcrypto/key_data');

const kUses = ['deriveKey', 'deriveBits'];
const kArgonKinds = ['Argon2d', 'Argon2i', 'Argon2id'];
const kArgonVersion = 0x13;
const kLongestInfo = 1024;
const kMostBlocks = 255;

const isArgon = ({ name }) => kArgonKinds.includes(name);

function importKey(format, data, parameters, extractable, usages) {
  const { name } = parameters;
  const formats = isArgon(parameters) ? ['raw-secret'] : ['raw', 'raw-secret'];
  if (!formats.includes(format)) throw wrongFormat(name, format);
  if (usages.some((usage) => !kUses.includes(usage))) throw syntaxError(`Unsupported key usage for a ${name} key`);
  if (extractable) throw syntaxError(`${name} keys are not extractable`);
  checkNotEmpty(usages, 'importing a secret key');
  return cryptoKey('secret', native.createSecretKey(data), { name }, false, usages);
}

function checkLength(length) {
  if (length === null) throw operationError('length cannot be null');
  if (length % 8 !== 0) throw operationError('length must be a multiple of 8');
}

function checkDerive(parameters, length) {
  if (parameters.iterations === 0) throw operationError('iterations cannot be zero');
  checkLength(length);
  switch (parameters.name) {
    case 'HKDF': {
      const most = native.digestSize(hashNumber(parameters.hash.name)) * kMostBlocks * 8;
      if (length > most) throw operationError('length exceeds the maximum derived bit length');
      if (parameters.info.length > kLongestInfo) throw operationError(`algorithm.info must be at most ${kLongestInfo} bytes`);
      return;
    }
    case 'PBKDF2':
      return;
    default:
      checkArgon(parameters, length);
  }
}

function checkArgon({ parallelism, memory, passes, nonce, version = kArgonVersion }, length) {
  if (version !== kArgonVersion) throw operationError(`${version} is not a valid Argon2 version`);
  if (length < 32) throw operationError('length must be >= 32');
  if (nonce.length < 8) throw operationError('nonce must be at least 8 bytes');
  if (parallelism === 0 || parallelism > 16777215) throw operationError('parallelism must be > 0 and <= 16777215');
  if (memory < 8 * parallelism) throw operationError('memory must be at least 8 times the degree of parallelism');
  if (passes === 0) throw operationError('passes must be > 0');
}

async function deriveBits(parameters, { handle }, length) {
  checkDerive(parameters, length);
  const size = length / 8;
  if (size === 0) return new ArrayBuffer(0);
  const { name } = parameters;
  if (name === 'HKDF') {
    const { hash, salt, info } = parameters;
    return job((done) => native.hkdf(hashNumber(hash.name), handle, salt, info, size, done));
  }
  if (name === 'PBKDF2') {
    const { hash, salt, iterations } = parameters;
    const bits = await job((done) => native.pbkdf2(hashNumber(hash.name), handle, salt, iterations, size, done));
    return bits.buffer;
  }
  const { nonce, secretValue = '', associatedData = '', parallelism, memory, passes } = parameters;
  const bits = await job((done) => native.argon2(
    kArgonKinds.indexOf(name), handle, nonce, secretValue, associatedData, parallelism, memory, passes, size, done));
  return bits.buffer;
}

module.exports = {
  checks: { __proto__: null, deriveBits: checkDerive },
  deriveBits,
  importKey,
  keyLength: () => null,
  takesBits: () => true,
};
