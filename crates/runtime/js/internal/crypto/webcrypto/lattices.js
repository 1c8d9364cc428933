// Keys that quantum computers do not break: ML-DSA and ML-KEM.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { cryptoKey } = require('internal/crypto/webcrypto/crypto_key');
const { dataError, invalidAccess, job, notSupported, operationError } = require('internal/crypto/webcrypto/failure');
const { checkJwk } = require('internal/crypto/webcrypto/key_data');
const { checkKind, exportPair, generatePair, readPair } = require('internal/crypto/webcrypto/pairs');

const kSigning = { public: ['verify'], private: ['sign'] };
const kEncapsulating = {
  public: ['encapsulateKey', 'encapsulateBits'], private: ['decapsulateKey', 'decapsulateBits'],
};
const kRaw = { 'raw-public': 'raw-public', 'raw-seed': 'raw-seed' };
const kSeed = 2;

const isSigning = ({ name }) => name.startsWith('ML-DSA');
const usesOf = (parameters) => (isSigning(parameters) ? kSigning : kEncapsulating);

async function generateKey({ name }, extractable, usages) {
  const plan = [name.toLowerCase(), undefined, undefined, undefined, undefined, undefined];
  return generatePair(plan, { name }, extractable, usages, usesOf({ name }));
}

function importKey(format, data, parameters, extractable, usages) {
  const { name } = parameters;
  const kind = name.toLowerCase();
  const rules = {
    uses: usesOf(parameters),
    raw: kRaw,
    rawKind: kind,
    isPrivateJwk: (jwk) => jwk.priv !== undefined,
    checkMembers(jwk) {
      checkJwk(jwk, 'AKP', isSigning(parameters) ? 'sig' : 'enc', extractable, usages);
      if (jwk.alg === undefined || jwk.pub === undefined) throw dataError('Invalid keyData');
      if (jwk.alg !== name) throw dataError('JWK "alg" Parameter and algorithm name mismatch');
    },
  };
  const { type, handle } = readPair(format, data, name, rules, extractable, usages);
  if (format === 'pkcs8' && !hasSeed(handle)) {
    throw notSupported(`Importing an ${name.slice(0, 6)} PKCS#8 key without a seed is not supported`);
  }
  return adopt(type, handle, parameters, extractable, usages);
}

// A CryptoKey of a key that is there already.
function adopt(type, handle, { name }, extractable, usages) {
  checkKind(handle, name.toLowerCase());
  return cryptoKey(type, handle, { name }, extractable, usages);
}

// Whether it is known what a private key is made of.
function hasSeed(handle) {
  try {
    native.rawBytes(handle, kSeed);
    return true;
  } catch {
    return false;
  }
}

function exportKey(format, parts) {
  if (parts.type === 'private' && format !== 'spki' && !hasSeed(parts.handle)) throw operationError();
  return exportPair(format, parts, kRaw);
}

async function sign({ context }, { type, handle }, data) {
  if (type !== 'private') throw invalidAccess('Unable to use this key to sign');
  const signature = await job((done) =>
    native.sign(handle, undefined, undefined, undefined, false, context, data, done));
  return signature.buffer;
}

async function verify({ context }, { type, handle }, signature, data) {
  if (type !== 'public') throw invalidAccess('Unable to use this key to verify');
  return job((done) => native.verify(handle, undefined, undefined, undefined, false, context, data, signature, done));
}

async function encapsulate(parameters, { type, handle }) {
  if (type !== 'public') throw invalidAccess('Key must be a public key');
  const [secret, wrapped] = await job((done) => native.encapsulate(handle, done));
  return { sharedKey: asBuffer(secret).buffer, ciphertext: asBuffer(wrapped).buffer };
}

async function decapsulate(parameters, { type, handle }, wrapped) {
  if (type !== 'private') throw invalidAccess('Key must be a private key');
  const secret = await job((done) => native.decapsulate(handle, wrapped, done));
  return secret.buffer;
}

module.exports = {
  adopt,
  checks: { __proto__: null },
  decapsulate,
  encapsulate,
  exportKey,
  generateKey,
  importKey,
  publicUses: (algorithm) => usesOf(algorithm).public,
  sharedBits: 256,
  sign,
  usesOf,
  verify,
};
