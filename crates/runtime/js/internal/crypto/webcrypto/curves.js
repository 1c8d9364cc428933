// Elliptic curves: those of NIST, and those of RFC 7748 and 8032.
'use strict';

const native = binding('crypto');
const { trim } = require('internal/crypto/webcrypto/digests');
const { cryptoKey, partsOf } = require('internal/crypto/webcrypto/crypto_key');
const { hashNumber } = require('internal/crypto/webcrypto/digests');
const { dataError, invalidAccess, job, notSupported, operationError } = require('internal/crypto/webcrypto/failure');
const { checkAlg, checkJwk } = require('internal/crypto/webcrypto/key_data');
const { checkKind, exportPair, generatePair, readPair } = require('internal/crypto/webcrypto/pairs');

const kSigning = { public: ['verify'], private: ['sign'] };
const kAgreeing = { public: [], private: ['deriveKey', 'deriveBits'] };
const kRaw = { 'raw': 'raw-public', 'raw-public': 'raw-public' };
// OpenSSL's names of the curves that have parameters.
const kNames = { __proto__: null, 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };
const kPublic = 0;
// How many bits two keys can agree on.
const kAgreed = { __proto__: null, 'P-256': 256, 'P-384': 384, 'P-521': 528, 'X25519': 256, 'X448': 448 };
const kEcdsaAlgs = { __proto__: null, 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

const isNist = ({ name }) => name === 'ECDSA' || name === 'ECDH';
const isSigning = ({ name }) => name === 'ECDSA' || name.startsWith('Ed');
const usesOf = (parameters) => (isSigning(parameters) ? kSigning : kAgreeing);

function checkCurve(parameters) {
  if (isNist(parameters) && kNames[parameters.namedCurve] === undefined) throw notSupported('Unrecognized namedCurve');
}

function described({ name, namedCurve }) {
  return namedCurve === undefined ? { name } : { name, namedCurve };
}

async function generateKey(parameters, extractable, usages) {
  checkCurve(parameters);
  const plan = isNist(parameters) ? ['ec', parameters.namedCurve, false] : [parameters.name.toLowerCase()];
  while (plan.length < 6) plan.push(undefined);
  return generatePair(plan, described(parameters), extractable, usages, usesOf(parameters));
}

function checkMembers(jwk, parameters, extractable, usages) {
  const { name, namedCurve } = parameters;
  checkJwk(jwk, isNist(parameters) ? 'EC' : 'OKP', isSigning(parameters) ? 'sig' : 'enc', extractable, usages);
  const wanted = isNist(parameters) ? ['crv', 'x', 'y'] : ['crv', 'x'];
  if (wanted.some((member) => jwk[member] === undefined)) throw dataError('Invalid keyData');
  if (isNist(parameters)) {
    if (jwk.crv !== namedCurve) throw dataError('JWK "crv" does not match the requested algorithm');
    if (name === 'ECDSA') checkAlg(jwk, kEcdsaAlgs[namedCurve]);
  } else {
    if (jwk.crv !== name) throw dataError('JWK "crv" Parameter and algorithm name mismatch');
    if (isSigning(parameters)) checkAlg(jwk, name, 'EdDSA');
  }
}

function importKey(format, data, parameters, extractable, usages) {
  checkCurve(parameters);
  const { name, namedCurve } = parameters;
  const rules = {
    uses: usesOf(parameters),
    raw: kRaw,
    rawKind: isNist(parameters) ? 'ec' : name.toLowerCase(),
    curve: namedCurve,
    isPrivateJwk: (jwk) => jwk.d !== undefined,
    checkMembers: (jwk) => checkMembers(jwk, parameters, extractable, usages),
  };
  const { type, handle } = readPair(format, data, name, rules, extractable, usages);
  if (format === 'pkcs8' && isNist(parameters) && !native.isSoundPair(handle)) {
    checkKind(handle, 'ec');
    throw dataError('Invalid keyData');
  }
  return adopt(type, handle, parameters, extractable, usages);
}

// A CryptoKey of a key that is there already.
function adopt(type, handle, parameters, extractable, usages) {
  checkCurve(parameters);
  const { name, namedCurve } = parameters;
  checkKind(handle, isNist(parameters) ? 'ec' : name.toLowerCase());
  if (isNist(parameters) && native.keyDetails(handle)[1] !== kNames[namedCurve]) throw dataError('Named curve mismatch');
  return cryptoKey(type, handle, described(parameters), extractable, usages);
}

// A public key whose point is written with both coordinates.
function withWholePoint(parts) {
  const { namedCurve } = parts.algorithm;
  const point = native.rawBytes(parts.handle, kPublic, false);
  return { ...parts, handle: native.rawKey('ec', kPublic, point, namedCurve) };
}

function exportKey(format, parts) {
  const { name } = parts.algorithm;
  if (format === 'spki' && parts.type === 'public' && isNist(parts.algorithm)) parts = withWholePoint(parts);
  return exportPair(format, parts, kRaw, name.startsWith('Ed') ? name : undefined);
}

function schemeOf({ hash, context }) {
  const digest = hash === undefined ? undefined : hashNumber(hash.name);
  return [digest, undefined, undefined, hash !== undefined, context];
}

function checkType({ type }, wanted, use) {
  if (type !== wanted) throw invalidAccess(`Unable to use this key to ${use}`);
}

async function sign(parameters, parts, data) {
  checkType(parts, 'private', 'sign');
  const signature = await job((done) => native.sign(parts.handle, ...schemeOf(parameters), data, done));
  return signature.buffer;
}

async function verify(parameters, parts, signature, data) {
  checkType(parts, 'public', 'verify');
  if (hasSmallOrder(parts, signature)) return false;
  return job((done) => native.verify(parts.handle, ...schemeOf(parameters), data, signature, done));
}

// Whether the key or the point of an EdDSA signature is one of the few that fit everything.
function hasSmallOrder({ handle, algorithm: { name } }, signature) {
  if (!name.startsWith('Ed')) return false;
  const { isOfSmallOrder } = require('internal/crypto/webcrypto/small_order');
  const key = native.rawBytes(handle, kPublic, false);
  return isOfSmallOrder(name, key) || isOfSmallOrder(name, signature.subarray(0, key.length));
}

// Refuses a key of the other side that does not go with this one.
function checkOther(other, own) {
  if (other.type !== 'public') throw invalidAccess('algorithm.public must be a public key');
  if (own.type !== 'private') throw invalidAccess('baseKey must be a private key');
  if (other.algorithm.name !== own.algorithm.name) throw invalidAccess('key algorithm mismatch');
  if (other.algorithm.namedCurve !== own.algorithm.namedCurve) throw invalidAccess('Named curve mismatch');
}

async function deriveBits(parameters, own, length) {
  const other = partsOf(parameters.public);
  checkOther(other, own);
  const { buffer } = await job((done) => native.derive(own.handle, other.handle, done));
  if (length === null) return buffer;
  if (length > buffer.byteLength * 8) throw operationError('derived bit length is too small');
  return trim(buffer.slice(0, Math.ceil(length / 8)), length);
}

// Of these the key in the parameters says already whether it can be.
function checkDerive({ name, public: key }, length) {
  const { algorithm, type } = partsOf(key);
  if (type !== 'public' || algorithm.name !== name) throw invalidAccess('key algorithm mismatch');
  if (length > kAgreed[algorithm.namedCurve ?? name]) throw operationError('derived bit length is too small');
}

module.exports = {
  adopt,
  checks: { __proto__: null, generateKey: checkCurve, importKey: checkCurve, deriveBits: checkDerive },
  deriveBits,
  exportKey,
  generateKey,
  importKey,
  publicUses: (algorithm) => usesOf(algorithm).public,
  sign,
  usesOf,
  verify,
};
