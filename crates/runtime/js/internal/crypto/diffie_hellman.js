// DiffieHellman and DiffieHellmanGroup.
'use strict';

const native = binding('crypto');
const { output } = require('internal/crypto/encodings');
const { bytesOf } = require('internal/crypto/secrets');
const { codes } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { validateInt32 } = require('internal/validators');

const kHandle = Symbol('kHandle');
const kUsualGenerator = 2;

function isEncoding(value) {
  return typeof value === 'string' &&
    (value === 'buffer' || require('buffer').Buffer.isEncoding(value));
}

function isBytes(value) {
  return isArrayBufferView(value) || isAnyArrayBuffer(value);
}

function checkKind(value, name) {
  if (typeof value === 'number' || typeof value === 'string' || isBytes(value)) return;
  throw new codes.ERR_INVALID_ARG_TYPE(
    name, ['number', 'string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
}

// The size of a new prime, or the bytes of one.
function sizeOrBytes(value, encoding) {
  checkKind(value, 'sizeOrKey');
  if (typeof value !== 'number') return bytesOf(value, 'sizeOrKey', encoding || undefined);
  validateInt32(value, 'sizeOrKey');
  return value;
}

function generatorOf(value, encoding) {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return kUsualGenerator;
  checkKind(value, 'generator');
  if (typeof value !== 'number') return bytesOf(value, 'generator', encoding || undefined);
  validateInt32(value, 'generator');
  return value;
}

function DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
  if (!(this instanceof DiffieHellman)) return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding);
  // The encoding of the key can be left out.
  if (keyEncoding && !isEncoding(keyEncoding)) {
    genEncoding = generator;
    generator = keyEncoding;
    keyEncoding = undefined;
  }
  const prime = sizeOrBytes(sizeOrKey, keyEncoding);
  const base = generatorOf(generator, genEncoding);
  if (typeof prime === 'number' && typeof base !== 'number') {
    throw Object.assign(new TypeError('Second argument must be an int32'), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  setUp(this, native.createDiffieHellman(prime, base));
}

function DiffieHellmanGroup(name) {
  if (!(this instanceof DiffieHellmanGroup)) return new DiffieHellmanGroup(name);
  if (typeof name !== 'string') {
    throw Object.assign(new TypeError('Group name must be a string'), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  setUp(this, native.createDiffieHellmanGroup(name));
}

function setUp(self, handle) {
  self[kHandle] = handle;
  Object.defineProperty(self, 'verifyError', {
    __proto__: null, value: handle.verifyError(), writable: false, enumerable: true, configurable: false,
  });
}

// A method that gives what the binding's method of the same name gives, as text or as a Buffer.
function getter(name) {
  return { [name](encoding) { return output(this[kHandle][name](), encoding); } }[name];
}

const methods = {
  generateKeys: getter('generateKeys'),
  computeSecret(key, inputEncoding, outputEncoding) {
    const bytes = bytesOf(key, 'key', inputEncoding ?? undefined);
    return output(this[kHandle].computeSecret(bytes), outputEncoding);
  },
  getPrime: getter('getPrime'),
  getGenerator: getter('getGenerator'),
  getPublicKey: getter('getPublicKey'),
  getPrivateKey: getter('getPrivateKey'),
};

Object.assign(DiffieHellman.prototype, methods, {
  setPublicKey(key, encoding) {
    this[kHandle].setPublicKey(bytesOf(key, 'key', encoding ?? undefined));
    return this;
  },
  setPrivateKey(key, encoding) {
    this[kHandle].setPrivateKey(bytesOf(key, 'key', encoding ?? undefined));
    return this;
  },
});
Object.assign(DiffieHellmanGroup.prototype, methods);

function createDiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
  return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding);
}

function createDiffieHellmanGroup(name) {
  return new DiffieHellmanGroup(name);
}

module.exports = {
  DiffieHellman,
  DiffieHellmanGroup,
  createDiffieHellman,
  createDiffieHellmanGroup,
  getDiffieHellman: createDiffieHellmanGroup,
};
