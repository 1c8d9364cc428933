// AES in its modes, and ChaCha20-Poly1305.
'use strict';

const native = binding('crypto');
const { cryptoKey } = require('internal/crypto/webcrypto/crypto_key');
const { dataError, job, operationError } = require('internal/crypto/webcrypto/failure');
const { checkAlg, checkNotEmpty, checkUsages } = require('internal/crypto/webcrypto/key_data');
const { exportSecret, generateSecret, secretData } = require('internal/crypto/webcrypto/secrets');

const kChaCha = 'ChaCha20-Poly1305';
const kChaChaBits = 256;
const kLengths = [128, 192, 256];
const kUses = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'];
const kUsualTag = 128;
const kTagLengths = {
  __proto__: null,
  'AES-GCM': [32, 64, 96, 104, 112, 120, 128],
  'AES-OCB': [64, 96, 128],
  [kChaCha]: [128],
};
// Formats of keys: those that came late have no plain 'raw'.
const kOldFormats = ['raw', 'raw-secret', 'jwk'];
const kNewFormats = ['raw-secret', 'jwk'];

function formatsOf(name) {
  return name === kChaCha || name === 'AES-OCB' ? kNewFormats : kOldFormats;
}

function usesOf(name) {
  return name === 'AES-KW' ? kUses.slice(2) : kUses;
}

function algOf(name, bits) {
  return name === kChaCha ? 'C20P' : `A${bits}${name.slice(4)}`;
}

function checkLength({ name, length }) {
  if (name === kChaCha) return;
  if (!kLengths.includes(length)) throw operationError('AES key length must be 128, 192, or 256 bits');
}

async function generateKey(parameters, extractable, usages) {
  const { name } = parameters;
  checkLength(parameters);
  checkUsages(name, usages, usesOf(name));
  checkNotEmpty(usages, 'creating a key');
  return generateSecret(parameters.length ?? kChaChaBits, described(parameters, parameters.length), extractable, usages);
}

function described({ name }, length) {
  return name === kChaCha ? { name } : { name, length };
}

function importKey(format, data, parameters, extractable, usages) {
  const { name } = parameters;
  checkUsages(name, usages, usesOf(name));
  checkNotEmpty(usages, 'importing a secret key');
  const rules = {
    name,
    formats: formatsOf(name),
    use: 'enc',
    checkAlgorithm(jwk, bits) {
      checkKeyLength(name, bits);
      checkAlg(jwk, algOf(name, bits));
    },
  };
  const bytes = secretData(format, data, rules, extractable, usages);
  const bits = bytes.length * 8;
  checkKeyLength(name, bits);
  return cryptoKey('secret', native.createSecretKey(bytes), described(parameters, bits), extractable, usages);
}

function checkKeyLength(name, bits) {
  if (!(name === kChaCha ? bits === kChaChaBits : kLengths.includes(bits))) throw dataError('Invalid key length');
}

function exportKey(format, parts) {
  const { name, length } = parts.algorithm;
  return exportSecret(format, parts, formatsOf(name), algOf(name, length));
}

// Refuses what cannot be before anything is begun.
function checkCipher(parameters) {
  const { name } = parameters;
  switch (name) {
    case 'AES-CBC':
      exactly(parameters.iv, 'iv', 16);
      return;
    case 'AES-CTR':
      exactly(parameters.counter, 'counter', 16);
      if (parameters.length === 0 || parameters.length > 128) {
        throw operationError('AES-CTR algorithm.length must be between 1 and 128');
      }
      return;
    case kChaCha:
      exactly(parameters.iv, 'iv', 12);
      break;
    case 'AES-OCB':
      if (parameters.iv.length === 0 || parameters.iv.length > 15) {
        throw operationError('AES-OCB algorithm.iv must be no more than 15 bytes');
      }
      break;
    default:
  }
  const { tagLength = kUsualTag } = parameters;
  if (!kTagLengths[name].includes(tagLength)) throw operationError(`${tagLength} is not a valid ${name} tag length`);
}

function exactly(bytes, name, count) {
  if (bytes.length !== count) throw operationError(`algorithm.${name} must contain exactly ${count} bytes`);
}

function cipherName({ name, length }) {
  switch (name) {
    case kChaCha: return 'chacha20-poly1305';
    case 'AES-KW': return `id-aes${length}-wrap`;
    default: return `aes-${length}-${name.slice(4).toLowerCase()}`;
  }
}

function crypt(encrypts, parameters, { algorithm, handle }, data) {
  checkCipher(parameters);
  const { name } = algorithm;
  const hasTag = name in kTagLengths;
  const tagLength = hasTag ? (parameters.tagLength ?? kUsualTag) / 8 : undefined;
  const counterBits = name === 'AES-CTR' ? parameters.length : undefined;
  const bound = hasTag ? parameters.additionalData : undefined;
  return job((done) => native.cipherJob(
    cipherName(algorithm), encrypts, handle, parameters.iv ?? parameters.counter, bound, tagLength, counterBits, data, done));
}

const encrypt = async (parameters, parts, data) => crypt(true, parameters, parts, data);
const decrypt = async (parameters, parts, data) => crypt(false, parameters, parts, data);

// What AES-KW starts with (RFC 3394, 2.2.3.1).
const kWrapStart = Uint8Array.from({ length: 8 }, () => 0xa6);

function wrapping(encrypts) {
  return async (parameters, { algorithm, handle }, data) => job((done) => native.cipherJob(
    cipherName(algorithm), encrypts, handle, kWrapStart, undefined, undefined, undefined, data, done));
}

// How many bits a derived key has.
function keyLength(parameters) {
  checkLength(parameters);
  return parameters.length ?? kChaChaBits;
}

module.exports = {
  checks: { __proto__: null, generateKey: checkLength, encrypt: checkCipher, decrypt: checkCipher },
  decrypt,
  encrypt,
  exportKey,
  generateKey,
  importKey,
  keyLength,
  // The lengths of raw keys that can be imported.
  takesBits: ({ name }, bits) => (name === kChaCha ? bits === kChaChaBits : kLengths.includes(bits)),
  unwrapKey: wrapping(false),
  wrapKey: wrapping(true),
};
