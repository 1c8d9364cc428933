// KeyObject and its kinds: handles of the binding's keys in a private field, which scripts cannot replace.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { codes } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const {
  validateFunction, validateInteger, validateObject, validateOneOf, validateString,
} = require('internal/validators');

const kTypes = ['secret', 'public', 'private'];

// These look into the private field; undefined for what is no KeyObject.
let handleOf;
let typeOf;

class KeyObject {
  #handle;
  #type;

  constructor(type, handle) {
    if (!kTypes.includes(type)) throw new codes.ERR_INVALID_ARG_VALUE('type', type);
    if (!native.isKeyHandle(handle)) throw new codes.ERR_INVALID_ARG_TYPE('handle', 'object', handle);
    this.#handle = handle;
    this.#type = type;
  }

  static {
    handleOf = (key) => (#handle in key ? key.#handle : undefined);
    typeOf = (key) => (#handle in key ? key.#type : undefined);
  }

  static from(key) {
    throw new codes.ERR_INVALID_ARG_TYPE('key', 'CryptoKey', key);
  }

  get type() {
    return check(this, typeOf);
  }

  toCryptoKey(algorithm, extractable, keyUsages) {
    require('internal/unimplemented').fail('KeyObject.prototype.toCryptoKey()');
  }

  equals(otherKeyObject) {
    const type = check(this, typeOf);
    if (!isKeyObject(otherKeyObject)) {
      throw new codes.ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', otherKeyObject);
    }
    return typeOf(otherKeyObject) === type && native.keysEqual(handleOf(this), handleOf(otherKeyObject));
  }
}
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
    return native.secretSize(check(this, handleOf));
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

// The handle of a KeyObject that is a secret; undefined for what is no KeyObject.
function secretHandle(key) {
  const type = isObject(key) ? typeOf(key) : undefined;
  if (type === undefined) return undefined;
  if (type !== 'secret') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(type, 'secret');
  return handleOf(key);
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
  KeyObject,
  SecretKeyObject,
  createSecretKey,
  generateKey,
  generateKeySync,
  isKeyObject,
  secretHandle,
};
