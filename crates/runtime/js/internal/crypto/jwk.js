// Keys of pairs as JSON Web Keys (RFC 7517, 7518, 8037), and back.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');

const kCurves = { __proto__: null, Ed25519: 'ed25519', Ed448: 'ed448', X25519: 'x25519', X448: 'x448' };
const kRsaNumbers = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'];
const kAlgorithms = new Set([
  'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87', 'ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024',
  'SLH-DSA-SHA2-128f', 'SLH-DSA-SHA2-128s', 'SLH-DSA-SHA2-192f', 'SLH-DSA-SHA2-192s', 'SLH-DSA-SHA2-256f',
  'SLH-DSA-SHA2-256s', 'SLH-DSA-SHAKE-128f', 'SLH-DSA-SHAKE-128s', 'SLH-DSA-SHAKE-192f', 'SLH-DSA-SHAKE-192s',
  'SLH-DSA-SHAKE-256f', 'SLH-DSA-SHAKE-256s',
]);

function failure(message) {
  return Object.assign(new TypeError(message), { code: 'ERR_CRYPTO_INVALID_JWK' });
}

function invalid(family) {
  return failure(`Invalid JWK ${family} key`);
}

// The bytes of a member, which must be there; undefined for one that may be absent and is.
function bytesOf(jwk, name, family, isOptional) {
  const text = jwk[name];
  if (text === undefined && isOptional) return undefined;
  if (typeof text !== 'string') throw invalid(family);
  return require('buffer').Buffer.from(text, 'base64url');
}

const readers = {
  __proto__: null,
  RSA(jwk) {
    const [n, e, d] = [bytesOf(jwk, 'n', 'RSA'), bytesOf(jwk, 'e', 'RSA'), bytesOf(jwk, 'd', 'RSA', true)];
    if (d === undefined) return native.rsaKey(n, e);
    return native.rsaKey(n, e, d, ...kRsaNumbers.slice(3).map((name) => bytesOf(jwk, name, 'RSA')));
  },
  EC(jwk) {
    const { crv } = jwk;
    if (typeof crv !== 'string') throw invalid('EC');
    const [x, y, d] = [bytesOf(jwk, 'x', 'EC'), bytesOf(jwk, 'y', 'EC'), bytesOf(jwk, 'd', 'EC', true)];
    return native.ecKey(crv, x, y, d);
  },
  OKP(jwk) {
    const kind = typeof jwk.crv === 'string' ? kCurves[jwk.crv] : undefined;
    if (kind === undefined) throw invalid('OKP');
    return native.jwkKey('OKP', kind, bytesOf(jwk, 'x', 'OKP'), bytesOf(jwk, 'd', 'OKP', true));
  },
  AKP(jwk) {
    const { alg } = jwk;
    if (!kAlgorithms.has(alg)) throw failure('Unsupported JWK AKP "alg"');
    return native.jwkKey('AKP', alg.toLowerCase(), bytesOf(jwk, 'pub', 'AKP'), bytesOf(jwk, 'priv', 'AKP', true));
  },
};

// The handle of a key, and whether it is a private one.
function readJwk(jwk) {
  const { kty } = jwk;
  if (typeof kty !== 'string') throw failure('Invalid JWK format');
  const read = readers[kty];
  if (read === undefined) throw failure(`${kty} is not a supported JWK key type`);
  const isPrivate = jwk[kty === 'AKP' ? 'priv' : 'd'] !== undefined;
  return { handle: read(jwk), isPrivate };
}

function privateFromJwk(jwk) {
  const { handle, isPrivate } = readJwk(jwk);
  if (!isPrivate) throw failure('JWK does not contain private key material');
  return handle;
}

function publicFromJwk(jwk) {
  const { handle, isPrivate } = readJwk(jwk);
  return isPrivate ? native.publicOf(handle) : handle;
}

function toJwk(handle) {
  const parts = native.keyParts(handle);
  const jwk = {};
  for (let i = 0; i < parts.length; i += 2) {
    const value = parts[i + 1];
    jwk[parts[i]] = typeof value === 'string' ? value : asBuffer(value).toString('base64url');
  }
  return jwk;
}

module.exports = { kAlgorithms, kCurves, privateFromJwk, publicFromJwk, readJwk, toJwk };
