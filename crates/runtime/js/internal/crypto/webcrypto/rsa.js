// RSA: signatures of two kinds, and encryption.
'use strict';

const native = binding('crypto');
const { cryptoKey } = require('internal/crypto/webcrypto/crypto_key');
const { hashNumber } = require('internal/crypto/webcrypto/digests');
const { dataError, invalidAccess, job, operationError } = require('internal/crypto/webcrypto/failure');
const { checkAlg, checkJwk } = require('internal/crypto/webcrypto/key_data');
const { checkKind, exportPair, generatePair, readPair } = require('internal/crypto/webcrypto/pairs');

const [kPkcs1Padding, kOaepPadding, kPssPadding] = [1, 4, 6];
const [kEncrypt, kDecrypt] = [0, 1];
const kSigning = { public: ['verify'], private: ['sign'] };
const kEncrypting = { public: ['encrypt', 'wrapKey'], private: ['decrypt', 'unwrapKey'] };
const kLeastBits = 512;
const kMostBits = 16384;
const kPrefixes = { __proto__: null, 'RSASSA-PKCS1-v1_5': 'RS', 'RSA-PSS': 'PS', 'RSA-OAEP': 'RSA-OAEP' };
const kPrivateMembers = ['p', 'q', 'dp', 'dq', 'qi'];

function usesOf({ name }) {
  return name === 'RSA-OAEP' ? kEncrypting : kSigning;
}

// The name of algorithm and hash in JSON Web Keys; hashes that came late have none.
function algOf({ name, hash }) {
  if (hash.name.startsWith('SHA3')) return undefined;
  const bits = hash.name.slice(4);
  if (name !== 'RSA-OAEP') return `${kPrefixes[name]}${bits}`;
  return bits === '1' ? 'RSA-OAEP' : `RSA-OAEP-${bits}`;
}

// A number of bytes, the highest first; undefined if it is too large for a plan.
function exponentOf(bytes) {
  let exponent = 0;
  for (let i = 0; i < bytes.length; i++) exponent = exponent * 256 + bytes[i];
  return exponent < 2 ** 32 ? exponent : undefined;
}

function checkGenerate({ modulusLength, publicExponent }) {
  if (modulusLength < kLeastBits) throw operationError(`algorithm.modulusLength must be at least ${kLeastBits}`);
  if (modulusLength > kMostBits) throw operationError(`algorithm.modulusLength must be at most ${kMostBits}`);
  const exponent = exponentOf(publicExponent);
  if (exponent === undefined) throw operationError('algorithm.publicExponent must be equivalent to an unsigned 32-bit value');
  if (exponent < 3) throw operationError('algorithm.publicExponent must be at least 3');
  if (exponent % 2 === 0) throw operationError('algorithm.publicExponent must be odd');
}

async function generateKey(parameters, extractable, usages) {
  checkGenerate(parameters);
  const { name, modulusLength, hash } = parameters;
  const publicExponent = Uint8Array.from(parameters.publicExponent);
  const algorithm = { name, modulusLength, publicExponent, hash };
  const plan = ['rsa', modulusLength, exponentOf(publicExponent), undefined, undefined, undefined];
  return generatePair(plan, algorithm, extractable, usages, usesOf(parameters));
}

function checkMembers(jwk, parameters, extractable, usages) {
  checkJwk(jwk, 'RSA', parameters.name === 'RSA-OAEP' ? 'enc' : 'sig', extractable, usages);
  const alg = algOf(parameters);
  if (alg !== undefined) checkAlg(jwk, alg);
  const wanted = jwk.d === undefined ? ['n', 'e'] : ['n', 'e', ...kPrivateMembers];
  if (wanted.some((name) => jwk[name] === undefined)) throw dataError('Invalid keyData');
}

function importKey(format, data, parameters, extractable, usages) {
  const { name } = parameters;
  const rules = {
    uses: usesOf(parameters),
    isPrivateJwk: (jwk) => jwk.d !== undefined,
    checkMembers: (jwk) => checkMembers(jwk, parameters, extractable, usages),
  };
  const { type, handle } = readPair(format, data, name, rules, extractable, usages);
  return adopt(type, handle, parameters, extractable, usages);
}

// A CryptoKey of a key that is there already.
function adopt(type, handle, { name, hash }, extractable, usages) {
  checkKind(handle, 'rsa');
  return cryptoKey(type, handle, { name, ...numbersOf(handle), hash }, extractable, usages);
}

// What the algorithm of an imported key says of it.
function numbersOf(handle) {
  const details = native.keyDetails(handle);
  const valueOf = (name) => details[details.indexOf(name) + 1];
  return { modulusLength: valueOf('modulusLength'), publicExponent: valueOf('publicExponent') };
}

function exportKey(format, parts) {
  return exportPair(format, parts, {}, algOf(parts.algorithm));
}

function schemeOf({ saltLength }, { name, hash }) {
  const isPss = name === 'RSA-PSS';
  return [hashNumber(hash.name), isPss ? kPssPadding : kPkcs1Padding, isPss ? saltLength : undefined, false, undefined];
}

// Refuses a salt for which the modulus has no room.
function checkSalt({ saltLength }, { name, hash, modulusLength }) {
  if (name !== 'RSA-PSS') return;
  const most = Math.ceil((modulusLength - 1) / 8) - native.digestSize(hashNumber(hash.name)) - 2;
  if (saltLength <= most) return;
  const { codes } = require('internal/errors');
  const cause = new codes.ERR_OUT_OF_RANGE('algorithm.saltLength', `>= 0 && <= ${most}`, saltLength);
  throw operationError(undefined, cause);
}

function checkType({ type }, wanted, use) {
  if (type !== wanted) throw invalidAccess(`Unable to use this key to ${use}`);
}

async function sign(parameters, parts, data) {
  checkType(parts, 'private', 'sign');
  checkSalt(parameters, parts.algorithm);
  const scheme = schemeOf(parameters, parts.algorithm);
  const signature = await job((done) => native.sign(parts.handle, ...scheme, data, done));
  return signature.buffer;
}

async function verify(parameters, parts, signature, data) {
  checkType(parts, 'public', 'verify');
  checkSalt(parameters, parts.algorithm);
  const scheme = schemeOf(parameters, parts.algorithm);
  return job((done) => native.verify(parts.handle, ...scheme, data, signature, done));
}

async function crypt(direction, { label }, { handle, algorithm }, data) {
  const digest = hashNumber(algorithm.hash.name);
  const output = await job((done) =>
    native.rsaCrypt(direction, handle, kOaepPadding, digest, undefined, label, data, done));
  return output.buffer;
}

module.exports = {
  adopt,
  checks: { __proto__: null, generateKey: checkGenerate },
  decrypt(parameters, parts, data) {
    checkType(parts, 'private', 'decrypt');
    return crypt(kDecrypt, parameters, parts, data);
  },
  encrypt(parameters, parts, data) {
    checkType(parts, 'public', 'encrypt');
    return crypt(kEncrypt, parameters, parts, data);
  },
  exportKey,
  generateKey,
  importKey,
  publicUses: (algorithm) => usesOf(algorithm).public,
  sign,
  usesOf,
  verify,
};
