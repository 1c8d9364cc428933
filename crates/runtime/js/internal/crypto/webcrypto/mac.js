// HMAC and KMAC.
'use strict';

const native = binding('crypto');
const { cryptoKey } = require('internal/crypto/webcrypto/crypto_key');
const { hashNumber, trim } = require('internal/crypto/webcrypto/digests');
const { dataError, job, notSupported, operationError } = require('internal/crypto/webcrypto/failure');
const { checkAlg, checkNotEmpty, checkUsages } = require('internal/crypto/webcrypto/key_data');
const { exportSecret, generateSecret, masked, secretData } = require('internal/crypto/webcrypto/secrets');

const kUses = ['sign', 'verify'];
const kCshake = 0;
// The sizes of blocks, in bits: as long are keys by default.
const kBlocks = { __proto__: null, 'SHA-1': 512, 'SHA-256': 512, 'SHA-384': 1024, 'SHA-512': 1024 };

const isHmac = ({ name }) => name === 'HMAC';

function formatsOf(parameters) {
  return isHmac(parameters) ? ['raw', 'raw-secret', 'jwk'] : ['raw-secret', 'jwk'];
}

function algOf({ name, hash }) {
  if (hash === undefined) return `K${name.slice(4)}`;
  if (hash.name.startsWith('SHA3')) return undefined;
  return `HS${hash.name.slice(4)}`;
}

// How many bits a new or derived key has.
function usualLength({ name, hash, length }) {
  if (length !== undefined) return length;
  if (hash === undefined) return Number(name.slice(4));
  const block = kBlocks[hash.name];
  if (block === undefined) throw notSupported('Explicit algorithm length member is required');
  return block;
}

function checkGenerate(parameters) {
  if (isHmac(parameters) && parameters.length === 0) throw operationError('HmacKeyGenParams.length cannot be 0');
  usualLength(parameters);
}

function described({ name, hash }, length) {
  return hash === undefined ? { name, length } : { name, length, hash };
}

async function generateKey(parameters, extractable, usages) {
  checkGenerate(parameters);
  const length = usualLength(parameters);
  checkUsages(parameters.name, usages, kUses);
  checkNotEmpty(usages, 'creating a key');
  return generateSecret(length, described(parameters, length), extractable, usages);
}

function checkImport(parameters) {
  if (isHmac(parameters) && parameters.length === 0) throw dataError('HmacImportParams.length cannot be 0');
}

function importKey(format, data, parameters, extractable, usages) {
  const { name } = parameters;
  checkUsages(name, usages, kUses);
  checkNotEmpty(usages, 'importing a secret key');
  const rules = {
    name,
    formats: formatsOf(parameters),
    use: 'sig',
    checkAlgorithm(jwk) {
      const alg = algOf(parameters);
      if (alg !== undefined) checkAlg(jwk, alg);
    },
  };
  const bytes = secretData(format, data, rules, extractable, usages);
  if (isHmac(parameters) && bytes.length === 0) throw dataError('Zero-length key is not supported');
  checkImport(parameters);
  const bits = bytes.length * 8;
  const { length = bits } = parameters;
  if (length > bits || length <= bits - 8) throw dataError('Invalid key length');
  const handle = native.createSecretKey(masked(bytes, length));
  return cryptoKey('secret', handle, described(parameters, length), extractable, usages);
}

function exportKey(format, parts) {
  return exportSecret(format, parts, formatsOf(parts.algorithm), algOf(parts.algorithm));
}

async function sign(parameters, { algorithm, handle }, data) {
  const { name, hash } = algorithm;
  if (hash !== undefined) return job((done) => native.hmacJob(hashNumber(hash.name), handle, data, done));
  return kmac(name === 'KMAC256', native.secretBytes(handle), algorithm.length, data, parameters);
}

// A number of bytes, the highest first, without zeros in front; at least one.
function bytesOfNumber(number) {
  const bytes = [];
  for (let rest = number; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
}

// KMAC (SP 800-185, 4.3): cSHAKE of the key, in whole blocks, the data, and the length.
async function kmac(is256, key, keyBits, data, { outputLength, customization = '' }) {
  const { Buffer } = require('buffer');
  const block = is256 ? 136 : 168;
  const before = (number) => {
    const bytes = bytesOfNumber(number);
    return [bytes.length, ...bytes];
  };
  const head = [...before(block), ...before(keyBits)];
  const padding = (block - (head.length + key.length) % block) % block;
  const after = bytesOfNumber(outputLength);
  const input = Buffer.concat([
    Buffer.from(head), key, Buffer.alloc(padding), data, Buffer.from([...after, after.length]),
  ]);
  const size = Math.ceil(outputLength / 8);
  const code = job((done) => native.keccakJob(kCshake, is256, input, size, 'KMAC', customization, done));
  // The binding has a copy; the key shall not lie about.
  input.fill(0);
  key.fill(0);
  return trim(await code, outputLength);
}

async function verify(parameters, parts, signature, data) {
  const code = await sign(parameters, parts, data);
  return code.byteLength === signature.length && native.timingSafeEqual(new Uint8Array(code), signature);
}

module.exports = {
  checks: { __proto__: null, generateKey: checkGenerate, importKey: checkImport },
  exportKey,
  generateKey,
  importKey,
  keyLength(parameters) {
    if (isHmac(parameters) && parameters.length === 0) throw operationError('HmacImportParams.length cannot be 0');
    return usualLength(parameters);
  },
  sign,
  takesBits: ({ length }, bits) => length === undefined || Math.ceil(length / 8) * 8 === bits,
  verify,
};
