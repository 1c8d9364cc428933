// KeyObject and its kinds: handles of the binding's keys in a private field, which scripts cannot replace.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { kClone, kPack } = require('internal/cloneable');
const { codes } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const {
  validateFunction, validateInteger, validateObject, validateOneOf, validateString,
} = require('internal/validators');

const kTypes = ['secret', 'public', 'private'];

// These look into the private field; undefined for what is no KeyObject.
let handleOf;
let typeOf;
let cacheOf;

class KeyObject {
  #handle;
  #type;
  // What was asked for before.
  #cache = { __proto__: null };

  constructor(type, handle) {
    if (!kTypes.includes(type)) throw new codes.ERR_INVALID_ARG_VALUE('type', type);
    if (!native.isKeyHandle(handle)) throw new codes.ERR_INVALID_ARG_TYPE('handle', 'object', handle);
    this.#handle = handle;
    this.#type = type;
  }

  static {
    handleOf = (key) => (#handle in key ? key.#handle : undefined);
    typeOf = (key) => (#handle in key ? key.#type : undefined);
    cacheOf = (key) => (#handle in key ? key.#cache : undefined);
  }

  static from(key) {
    const parts = cryptoKeyParts(key);
    if (parts === undefined) throw new codes.ERR_INVALID_ARG_TYPE('key', 'CryptoKey', key);
    return keyObject(parts.type, parts.handle);
  }

  get type() {
    return check(this, typeOf);
  }

  toCryptoKey(algorithm, extractable, keyUsages) {
    check(this, typeOf);
    return require('internal/crypto/webcrypto/key_object').toCryptoKey(this, algorithm, extractable, keyUsages);
  }

  equals(otherKeyObject) {
    const type = check(this, typeOf);
    if (!isKeyObject(otherKeyObject)) {
      throw new codes.ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', otherKeyObject);
    }
    return typeOf(otherKeyObject) === type && native.keysEqual(handleOf(this), handleOf(otherKeyObject));
  }

  [kPack]() {
    return ['internal/crypto/keys', check(this, typeOf), check(this, handleOf)];
  }
}
// The handle is shared: nothing ever changes the key behind it.
Object.defineProperty(KeyObject.prototype, kClone, {
  __proto__: null, value() { return keyObject(check(this, typeOf), handleOf(this)); },
});
Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, {
  __proto__: null, value: 'KeyObject', configurable: true,
});

// Something of a KeyObject, which this must be.
function check(self, look) {
  const value = isObject(self) ? look(self) : undefined;
  if (value === undefined) throw new codes.ERR_INVALID_THIS('KeyObject');
  return value;
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

function isKeyObject(value) {
  return isObject(value) && handleOf(value) !== undefined;
}

class SecretKeyObject extends KeyObject {
  constructor(handle) {
    super('secret', handle);
  }

  get symmetricKeySize() {
    return native.secretSize(check(this, (key) => (typeOf(key) === 'secret' ? handleOf(key) : undefined)));
  }

  export(options) {
    const handle = check(this, handleOf);
    if (options !== undefined) {
      validateObject(options, 'options');
      validateOneOf(options.format, 'options.format', [undefined, 'buffer', 'jwk']);
      if (options.format === 'jwk') return { kty: 'oct', k: asBuffer(native.secretBytes(handle)).toString('base64url') };
    }
    return asBuffer(native.secretBytes(handle));
  }
}

class AsymmetricKeyObject extends KeyObject {
  get asymmetricKeyType() {
    const cache = check(this, pairCache);
    cache.kind ??= native.keyKind(handleOf(this));
    return cache.kind;
  }

  get asymmetricKeyDetails() {
    const cache = check(this, pairCache);
    cache.details ??= detailsOf(handleOf(this));
    return { ...cache.details };
  }
}

function pairCache(key) {
  return typeOf(key) === 'secret' ? undefined : cacheOf(key);
}

function detailsOf(handle) {
  const list = native.keyDetails(handle);
  const details = {};
  for (let i = 0; i < list.length; i += 2) {
    const value = list[i + 1];
    details[list[i]] = typeof value === 'object' ? BigInt(`0x${asBuffer(value).toString('hex') || '0'}`) : value;
  }
  return details;
}

class PublicKeyObject extends AsymmetricKeyObject {
  constructor(handle) {
    super('public', handle);
  }

  export(options) {
    check(this, handleOf);
    validateObject(options, 'options');
    const { publicOutput } = require('internal/crypto/key_forms');
    return exported(handleOf(this), publicOutput(this.asymmetricKeyType, options));
  }
}

class PrivateKeyObject extends AsymmetricKeyObject {
  constructor(handle) {
    super('private', handle);
  }

  export(options) {
    check(this, handleOf);
    validateObject(options, 'options');
    const { privateOutput } = require('internal/crypto/key_forms');
    return exported(handleOf(this), privateOutput(this.asymmetricKeyType, options));
  }
}

// A key in the form that is asked for.
function exported(handle, { format, type, form, cipher, passphrase }) {
  if (format === 'jwk') return require('internal/crypto/jwk').toJwk(handle);
  const { kRaw } = require('internal/crypto/key_forms');
  if (format in kRaw) return asBuffer(native.rawBytes(handle, kRaw[format], type === 'compressed'));
  const bytes = asBuffer(native.writeKey(handle, form, format === 'pem', cipher, passphrase));
  return format === 'pem' ? bytes.latin1Slice() : bytes;
}

// A KeyObject of a handle.
function keyObject(type, handle) {
  switch (type) {
    case 'secret': return new SecretKeyObject(handle);
    case 'public': return new PublicKeyObject(handle);
    default: return new PrivateKeyObject(handle);
  }
}

// One that has come from another thread.
function revive(type, handle) {
  return keyObject(type, handle);
}

function createPrivateKey(key) {
  return new PrivateKeyObject(require('internal/crypto/key_input').newPrivateKeyHandle(key));
}

function createPublicKey(key) {
  return new PublicKeyObject(require('internal/crypto/key_input').newPublicKeyHandle(key));
}

// The type and the handle of a CryptoKey; undefined for other values.
function cryptoKeyParts(value) {
  return require('internal/crypto/webcrypto/crypto_key').partsOf(value);
}

// The same of a KeyObject or CryptoKey.
function keyParts(value) {
  if (!isObject(value)) return undefined;
  const handle = handleOf(value);
  return handle === undefined ? cryptoKeyParts(value) : { type: typeOf(value), handle };
}

// Whether two values are the same key; of CryptoKeys, also for the same uses. What is no key equals what is none.
function haveSameKey(a, b) {
  const [one, other] = [keyParts(a), keyParts(b)];
  if (one === undefined || other === undefined) return one === other;
  if (one.type !== other.type || !native.keysEqual(one.handle, other.handle)) return false;
  if ((one.usages === undefined) !== (other.usages === undefined)) return false;
  if (one.usages === undefined) return true;
  const { isDeepStrictEqual } = require('internal/util/comparisons');
  return one.extractable === other.extractable && isDeepStrictEqual(one.usages, other.usages) &&
    isDeepStrictEqual(one.algorithm, other.algorithm);
}

// The handle of a KeyObject or CryptoKey that is a secret; undefined for what is neither.
function secretHandle(key) {
  const parts = keyParts(key);
  if (parts === undefined) return undefined;
  if (parts.type !== 'secret') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(parts.type, 'secret');
  return parts.handle;
}

function createSecretKey(key, encoding) {
  let bytes = key;
  if (typeof key === 'string') {
    bytes = require('buffer').Buffer.from(key, encoding);
  } else if (!isArrayBufferView(key) && !isAnyArrayBuffer(key)) {
    throw new codes.ERR_INVALID_ARG_TYPE('key', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], key);
  }
  return new SecretKeyObject(native.createSecretKey(bytes));
}

const kMaxBits = 2 ** 31 - 1;

// How many bytes a new key has.
function sizeOf(type, options) {
  validateString(type, 'type');
  if (type !== 'hmac' && type !== 'aes') throw new codes.ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
  validateObject(options, 'options');
  const { length } = options;
  if (type === 'hmac') validateInteger(length, 'options.length', 8, kMaxBits);
  else validateOneOf(length, 'options.length', [128, 192, 256]);
  return Math.floor(length / 8);
}

function generateKey(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  const size = sizeOf(type, options);
  validateFunction(callback, 'callback');
  native.generateSecretKey(size, (error, handle) => {
    if (error) callback(error);
    else callback(null, new SecretKeyObject(handle));
  });
}

function generateKeySync(type, options) {
  return new SecretKeyObject(native.generateSecretKey(sizeOf(type, options)));
}

module.exports = {
  revive,
  KeyObject,
  PrivateKeyObject,
  PublicKeyObject,
  SecretKeyObject,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  exported,
  generateKey,
  generateKeySync,
  haveSameKey,
  isKeyObject,
  keyObject,
  keyParts,
  secretHandle,
};
