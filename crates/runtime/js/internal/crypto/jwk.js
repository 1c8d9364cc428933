// Keys of pairs as JSON Web Keys (RFC 7517, 7518, 8037), and back.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');

const kCurves = { __proto__: null, Ed25519: 'ed25519', Ed448: 'ed448', X25519: 'x25519', X448: 'x448' };
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

// Whether all members are texts, or absent, as the last may be.
function areTexts(...members) {
  return members.every((member, i) => typeof member === 'string' || (member === undefined && i === members.length - 1));
}

// The bytes of the members of a key, the last of which only a private one has. All are read before one is judged.
function bytesOf(family, ...members) {
  if (!areTexts(...members)) throw invalid(family);
  const { Buffer } = require('buffer');
  return members.filter((member) => member !== undefined).map((member) => Buffer.from(member, 'base64url'));
}

// Each gives the handle of a key, and whether it is a private one.
const readers = {
  __proto__: null,
  RSA(jwk) {
    const { n, e, d, oth } = jwk;
    const publicParts = bytesOf('RSA', n, e, d);
    // More than two primes.
    if (oth !== undefined) throw invalid('RSA');
    if (d === undefined) return { handle: native.rsaKey(...publicParts), isPrivate: false };
    const { p, q, dp, dq, qi } = jwk;
    // None of these may be absent.
    const parts = bytesOf('RSA', p, q, dp, dq, qi ?? null);
    return { handle: native.rsaKey(...publicParts, ...parts), isPrivate: true };
  },
  EC(jwk) {
    const { crv } = jwk;
    if (typeof crv !== 'string') throw invalid('EC');
    const { x, y, d } = jwk;
    // An unknown curve is told before members that are missing: no point at all is refused once the curve is found.
    const parts = areTexts(x, y, d) ? bytesOf('EC', x, y, d) : [new Uint8Array(), new Uint8Array()];
    return { handle: native.ecKey(crv, ...parts), isPrivate: d !== undefined };
  },
  OKP({ crv, x, d }) {
    const kind = typeof crv === 'string' ? kCurves[crv] : undefined;
    if (kind === undefined) throw invalid('OKP');
    return { handle: native.jwkKey('OKP', kind, ...bytesOf('OKP', x, d)), isPrivate: d !== undefined };
  },
  AKP({ alg, pub, priv }) {
    if (!kAlgorithms.has(alg)) throw failure('Unsupported JWK AKP "alg"');
    const handle = native.jwkKey('AKP', alg.toLowerCase(), ...bytesOf('AKP', pub, priv));
    return { handle, isPrivate: priv !== undefined };
  },
};

// The handle of a key, and whether it is a private one.
function readJwk(jwk) {
  const { kty } = jwk;
  if (typeof kty !== 'string') throw failure('Invalid JWK format');
  const read = readers[kty];
  if (read === undefined) throw failure(`${kty} is not a supported JWK key type`);
  return read(jwk);
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
