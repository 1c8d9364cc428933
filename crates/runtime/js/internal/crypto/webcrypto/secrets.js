// Secret keys of SubtleCrypto: what those of all algorithms have in common.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { cryptoKey } = require('internal/crypto/webcrypto/crypto_key');
const { job, notSupported } = require('internal/crypto/webcrypto/failure');
const { checkJwk, jwkHead, textOf, wrongFormat } = require('internal/crypto/webcrypto/key_data');

// Zeros in place of the bits after the last, of which there are less than eight.
function masked(bytes, bits) {
  if (bits % 8 !== 0) bytes[bytes.length - 1] &= 0xff << (8 - bits % 8);
  return bytes;
}

// A new secret of so many bits.
async function generateSecret(bits, algorithm, extractable, usages) {
  let handle = await job((done) => native.generateSecretKey(Math.ceil(bits / 8), done));
  if (bits % 8 !== 0) handle = native.createSecretKey(masked(native.secretBytes(handle), bits));
  return cryptoKey('secret', handle, algorithm, extractable, usages);
}

// The bytes of a secret that is imported. `rules` say which formats there are, and what a JSON Web Key is for.
function secretData(format, data, { name, formats, use, checkAlgorithm }, extractable, usages) {
  if (!formats.includes(format)) throw wrongFormat(name, format);
  if (format !== 'jwk') return data;
  checkJwk(data, 'oct', use, extractable, usages);
  const bytes = require('buffer').Buffer.from(textOf(data, 'k'), 'base64url');
  checkAlgorithm(data, bytes.length * 8);
  return bytes;
}

// A secret as it is exported.
function exportSecret(format, parts, formats, alg) {
  if (!formats.includes(format)) {
    throw notSupported(`Unable to export ${parts.algorithm.name} secret key using ${format} format`);
  }
  const bytes = native.secretBytes(parts.handle);
  if (format !== 'jwk') return bytes.buffer;
  const head = jwkHead(parts);
  if (alg !== undefined) head.alg = alg;
  return Object.assign(head, { kty: 'oct', k: asBuffer(bytes).toString('base64url') });
}

module.exports = { exportSecret, generateSecret, masked, secretData };
