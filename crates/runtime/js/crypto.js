// crypto: digests, random bytes, ciphers, keys and what is done with them. What most scripts do not use is loaded when
// it is first touched.
'use strict';

const native = binding('crypto');
const { createHash, createHmac, getHashes, hash } = require('internal/crypto/hash');
const { randomBytes, randomFill, randomFillSync, randomInt } = require('internal/crypto/random');
const { randomUUID, randomUUIDv7 } = require('internal/crypto/uuid');
const { defineLazyProperties } = require('internal/util');

function timingSafeEqual(buf1, buf2) {
  checkBytes(buf1, 'buf1');
  checkBytes(buf2, 'buf2');
  const equal = native.timingSafeEqual(buf1, buf2);
  if (equal !== undefined) return equal;
  throw Object.assign(new RangeError('Input buffers must have the same byte length'),
                      { code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH' });
}

function checkBytes(value, name) {
  if (ArrayBuffer.isView(value) || require('internal/util/types').isAnyArrayBuffer(value)) return;
  const message = `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`;
  throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

// What comes from which file of internal/crypto, in the order in which Node has them; what is here already has no file.
const exported = [
  ['argon2', ['argon2', 'argon2Sync']],
  ['prime', ['checkPrime', 'checkPrimeSync']],
  ['cipher', ['createCipheriv', 'createDecipheriv']],
  ['diffie_hellman', ['createDiffieHellman', 'createDiffieHellmanGroup']],
  ['ecdh', ['createECDH']],
  { createHash, createHmac },
  ['mac', ['createMac']],
  ['keys', ['createPrivateKey', 'createPublicKey', 'createSecretKey']],
  ['sign', ['createSign', 'createVerify']],
  ['agreement', ['diffieHellman']],
  ['prime', ['generatePrime', 'generatePrimeSync']],
  ['cipher', ['getCiphers', 'getCipherInfo']],
  ['ecdh', ['getCurves']],
  ['diffie_hellman', ['getDiffieHellman']],
  { getHashes },
  ['mac', ['getMacs']],
  ['hkdf', ['hkdf', 'hkdfSync']],
  ['pkcs12', ['parsePKCS12']],
  ['pbkdf2', ['pbkdf2', 'pbkdf2Sync']],
  ['key_pair', ['generateKeyPair', 'generateKeyPairSync']],
  ['keys', ['generateKey', 'generateKeySync']],
  ['public_encrypt', ['privateDecrypt', 'privateEncrypt', 'publicDecrypt', 'publicEncrypt']],
  { randomBytes, randomFill, randomFillSync, randomInt, randomUUID, randomUUIDv7 },
  ['scrypt', ['scrypt', 'scryptSync']],
  ['sign', ['sign']],
  ['settings', ['setEngine']],
  { timingSafeEqual },
  ['settings', ['getFips', 'setFips']],
  ['sign', ['verify']],
  { hash },
  ['agreement', ['encapsulate', 'decapsulate']],
  ['certificate', ['Certificate']],
  ['cipher', ['Cipheriv', 'Decipheriv']],
  ['diffie_hellman', ['DiffieHellman', 'DiffieHellmanGroup']],
  ['ecdh', ['ECDH']],
  ['deprecated', ['Hash', 'Hmac']],
  ['keys', ['KeyObject']],
  ['sign', ['Sign', 'Verify']],
  ['x509', ['X509Certificate']],
  ['settings', ['secureHeapUsed']],
];

for (const item of exported) {
  if (Array.isArray(item)) defineLazyProperties(module.exports, `internal/crypto/${item[0]}`, item[1]);
  else Object.assign(module.exports, item);
}

function define(name, descriptor) {
  Object.defineProperty(module.exports, name, { __proto__: null, configurable: false, ...descriptor });
}

const warnOfFips = () => require('internal/util/deprecate').deprecate(
  () => {}, 'The crypto.fips is deprecated. Please use crypto.getFips()', 'DEP0093');
let warned;

define('fips', {
  get() {
    (warned ??= warnOfFips())();
    return require('internal/crypto/settings').getFips();
  },
  set(value) {
    (warned ??= warnOfFips())();
    require('internal/crypto/settings').setFips(value);
  },
  enumerable: false,
});
define('constants', {
  get: () => require('internal/crypto/constants').constants,
  enumerable: true,
});
define('webcrypto', {
  get: () => require('internal/crypto/webcrypto').crypto,
  set: undefined,
  enumerable: true,
});
define('subtle', {
  get: () => require('internal/crypto/webcrypto').crypto.subtle,
  set: undefined,
  enumerable: true,
});
define('getRandomValues', {
  get: () => require('internal/crypto/webcrypto').getRandomValues,
  set: undefined,
  enumerable: true,
});

// Other names of randomBytes(), which warn only if that is asked for.
function oldName(name) {
  const isPending = require('internal/process/options').getOption('--pending-deprecation') === true;
  if (!isPending) return randomBytes;
  return require('internal/util/deprecate').deprecate(randomBytes, `crypto.${name} is deprecated.`, 'DEP0115');
}

for (const name of ['prng', 'pseudoRandomBytes', 'rng']) {
  const setTo = (value) => define(name, { value, writable: true, configurable: true, enumerable: false });
  define(name, {
    get() {
      setTo(oldName(name));
      return module.exports[name];
    },
    set: setTo,
    configurable: true,
    enumerable: false,
  });
}
