// What the import of keys of all algorithms has in common: usages, and the members of JSON Web Keys that say what one is for.
'use strict';

const { dataError, notSupported, syntaxError } = require('internal/crypto/webcrypto/failure');

// Refuses usages that a key cannot have.
function checkUsages(name, usages, allowed) {
  for (const usage of usages) {
    if (!allowed.includes(usage)) throw syntaxError(`Unsupported key usage for ${name} key`);
  }
}

function checkNotEmpty(usages, what) {
  if (usages.length === 0) throw syntaxError(`Usages cannot be empty when ${what}.`);
}

function wrongFormat(name, format) {
  return notSupported(`Unable to import ${name} using ${format} format`);
}

// Refuses a JSON Web Key that is not of a family, or not for what a script wants.
function checkJwk(jwk, family, use, extractable, usages) {
  if (jwk.kty === undefined) throw dataError('Invalid keyData');
  if (jwk.kty !== family) throw dataError('Invalid JWK "kty" Parameter');
  if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use) throw dataError('Invalid JWK "use" Parameter');
  if (jwk.key_ops !== undefined) checkOperations(jwk.key_ops, usages);
  if (jwk.ext === false && extractable) throw dataError('JWK "ext" Parameter and extractable mismatch');
}

function checkOperations(operations, usages) {
  const seen = new Set();
  for (const operation of operations) {
    if (seen.has(operation)) throw dataError('Duplicate key operation');
    seen.add(operation);
  }
  for (const usage of usages) {
    if (!seen.has(usage)) throw dataError('Key operations and usage mismatch');
  }
}

// Refuses one whose algorithm is another.
function checkAlg(jwk, ...allowed) {
  if (jwk.alg !== undefined && !allowed.includes(jwk.alg)) {
    throw dataError('JWK "alg" does not match the requested algorithm');
  }
}

function textOf(jwk, name) {
  if (jwk[name] === undefined) throw dataError('Invalid keyData');
  return jwk[name];
}

// The beginning of a JSON Web Key that is exported.
function jwkHead({ usages, extractable }) {
  return { key_ops: usages.slice(), ext: extractable };
}

module.exports = { checkAlg, checkJwk, checkNotEmpty, checkUsages, jwkHead, textOf, wrongFormat };
