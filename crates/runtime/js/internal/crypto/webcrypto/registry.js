// Which algorithm can do what, and with which parameters.
'use strict';

const { notSupported } = require('internal/crypto/webcrypto/failure');
const { Place, isObject, toText } = require('internal/crypto/webcrypto/idl');
const { convert, missing } = require('internal/crypto/webcrypto/parameters');

// The file of internal/crypto/webcrypto that has an algorithm, what each operation takes, and how it stands.
const algorithms = new Map();

function add(names, file, operations, isExperimental = false) {
  for (const name of names) {
    algorithms.set(name.toLowerCase(), { name, file, operations: { __proto__: null, ...operations }, isExperimental });
  }
}

const kPlain = 'Algorithm';

function aes(parameters, isWrapping) {
  const keys = { generateKey: 'AesKeyGenParams', importKey: kPlain, exportKey: kPlain, keyLength: 'AesDerivedKeyParams' };
  if (isWrapping) return { ...keys, wrapKey: kPlain, unwrapKey: kPlain };
  return { ...keys, encrypt: parameters, decrypt: parameters };
}

function rsa(uses) {
  return {
    ...uses, generateKey: 'RsaHashedKeyGenParams', importKey: 'RsaHashedImportParams', exportKey: kPlain, publicKey: kPlain,
  };
}

const kCurves = { generateKey: 'EcKeyGenParams', importKey: 'EcKeyImportParams', exportKey: kPlain, publicKey: kPlain };
const kPair = { generateKey: kPlain, importKey: kPlain, exportKey: kPlain, publicKey: kPlain };
const kAgreement = { ...kPair, deriveBits: 'EcdhKeyDeriveParams' };
const signing = (parameters) => ({ sign: parameters, verify: parameters });

add(['AES-CBC'], 'aes', aes('AesCbcParams'));
add(['AES-CTR'], 'aes', aes('AesCtrParams'));
add(['AES-GCM'], 'aes', aes('AeadParams'));
add(['AES-OCB'], 'aes', aes('AeadParams'), true);
add(['AES-KW'], 'aes', aes(kPlain, true));
add(['ChaCha20-Poly1305'], 'aes', {
  generateKey: kPlain, importKey: kPlain, exportKey: kPlain, keyLength: kPlain, encrypt: 'AeadParams', decrypt: 'AeadParams',
}, true);
add(['HMAC'], 'mac', {
  ...signing(kPlain), generateKey: 'HmacKeyGenParams', importKey: 'HmacImportParams', exportKey: kPlain,
  keyLength: 'HmacImportParams',
});
add(['KMAC128', 'KMAC256'], 'mac', {
  ...signing('KmacParams'), generateKey: 'KmacKeyGenParams', importKey: 'KmacImportParams', exportKey: kPlain,
  keyLength: 'KmacImportParams',
}, true);
add(['RSASSA-PKCS1-v1_5'], 'rsa', rsa(signing(kPlain)));
add(['RSA-PSS'], 'rsa', rsa(signing('RsaPssParams')));
add(['RSA-OAEP'], 'rsa', rsa({ encrypt: 'RsaOaepParams', decrypt: 'RsaOaepParams' }));
add(['ECDSA'], 'curves', { ...kCurves, ...signing('EcdsaParams') });
add(['ECDH'], 'curves', { ...kCurves, deriveBits: 'EcdhKeyDeriveParams' });
add(['Ed25519'], 'curves', { ...kPair, ...signing(kPlain) });
add(['Ed448'], 'curves', { ...kPair, ...signing('ContextParams') }, true);
add(['X25519'], 'curves', kAgreement);
add(['X448'], 'curves', kAgreement, true);
add(['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'], 'lattices', { ...kPair, ...signing('ContextParams') }, true);
add(['ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024'], 'lattices', { ...kPair, encapsulate: kPlain, decapsulate: kPlain }, true);
add(['HKDF'], 'derivation', { importKey: kPlain, deriveBits: 'HkdfParams', keyLength: kPlain });
add(['PBKDF2'], 'derivation', { importKey: kPlain, deriveBits: 'Pbkdf2Params', keyLength: kPlain });
add(['Argon2d', 'Argon2i', 'Argon2id'], 'derivation', {
  importKey: kPlain, deriveBits: 'Argon2Params', keyLength: kPlain,
}, true);
add(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'], 'digests', { digest: kPlain });
add(['SHA3-256', 'SHA3-384', 'SHA3-512'], 'digests', { digest: kPlain }, true);
add(['cSHAKE128', 'cSHAKE256'], 'digests', { digest: 'CShakeParams' }, true);
add(['TurboSHAKE128', 'TurboSHAKE256'], 'digests', { digest: 'TurboShakeParams' }, true);
add(['KT128', 'KT256'], 'digests', { digest: 'KangarooTwelveParams' }, true);

const warned = new Set();

function warnOf(what, kind) {
  if (warned.has(what)) return;
  warned.add(what);
  process.emitWarning(
    `The ${what} Web Crypto API ${kind} is an experimental feature and might change at any time`, 'ExperimentalWarning');
}

// What a script gave as an algorithm, for an operation: its parameters, and the functions of its file.
function normalize(given, operation) {
  const { entry, value } = find(given);
  const dictionary = entry?.operations[operation];
  if (dictionary === undefined) throw notSupported('Unrecognized algorithm name');
  if (entry.isExperimental) warnOf(entry.name, 'algorithm');
  return { parameters: convert(dictionary, entry.name, value), functions: functionsOf(entry) };
}

function find(given) {
  const value = isObject(given) ? given : { name: given };
  if (value.name === undefined) throw missing('name', 'Algorithm');
  const name = toText(value.name, new Place('Failed to normalize algorithm', 'name in passed algorithm'));
  return { entry: algorithms.get(name.toLowerCase()), value };
}

function functionsOf({ file }) {
  return require(`internal/crypto/webcrypto/${file}`);
}

// The functions for a key that is there already.
function functionsFor(name) {
  return functionsOf(algorithms.get(name.toLowerCase()));
}

// Whether an algorithm has an operation at all.
function has(name, operation) {
  return algorithms.get(name.toLowerCase())?.operations[operation] !== undefined;
}

module.exports = { functionsFor, has, normalize, warnOf };
