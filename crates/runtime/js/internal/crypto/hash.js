// Hash, Hmac and hash().
'use strict';

const native = binding('crypto');
const { dataEncoding, inputEncoding, output, outputEncoding } = require('internal/crypto/encodings');
const { LazyTransform } = require('internal/crypto/lazy_transform');
const { codes } = require('internal/errors');
const { validateObject, validateString, validateUint32 } = require('internal/validators');

const kHandle = Symbol('kHandle');
const kState = Symbol('kState');
const kFinalized = Symbol('kFinalized');
const kResult = Symbol('kResult');

// The numbers of algorithms by the names that were used for them.
const numbers = new Map();

// The number of an algorithm; undefined if there is none of that name.
function algorithmNumber(name) {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  const number = native.algorithm(name);
  if (number === -1) return undefined;
  numbers.set(name, number);
  return number;
}

// Of algorithms whose output can be of any length, that of these is no longer open by default.
function warnOfOpenLength(name) {
  if (!/^shake-?(128|256)$/i.test(name)) return;
  hasWarned = true;
  process.emitWarning('Creating SHAKE128/256 digests without an explicit options.outputLength is deprecated.',
                      'DeprecationWarning', 'DEP0198');
}
let hasWarned = false;

function lengthOf(options) {
  const length = typeof options === 'object' && options !== null ? options.outputLength : undefined;
  if (length !== undefined) validateUint32(length, 'options.outputLength');
  return length;
}

function Hash(algorithm, options) {
  if (!(this instanceof Hash)) return new Hash(algorithm, options);
  let handle;
  let state = null;
  if (algorithm instanceof Copied) {
    ({ handle, state } = algorithm);
  } else {
    validateString(algorithm, 'algorithm');
    const length = lengthOf(options);
    const number = algorithmNumber(algorithm);
    if (number === undefined) throw new Error('Digest method not supported');
    if (length === undefined && !hasWarned && native.isXof(number)) warnOfOpenLength(algorithm);
    handle = native.createHash(number, length);
  }
  this._options = options;
  this[kHandle] = handle;
  this[kState] = { [kFinalized]: state !== null && state[kFinalized] };
}
Object.setPrototypeOf(Hash.prototype, LazyTransform.prototype);
Object.setPrototypeOf(Hash, LazyTransform);

// What a copy is made of.
class Copied {
  constructor(handle, state) {
    this.handle = handle;
    this.state = state;
  }
}

Hash.prototype.copy = function copy(options) {
  if (this[kState][kFinalized]) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
  return new Hash(new Copied(this[kHandle].copy(lengthOf(options)), this[kState]), options);
};

Hash.prototype._transform = function _transform(chunk, encoding, callback) {
  this[kHandle].update(chunk, inputEncoding(encoding));
  callback();
};

// What goes out of the stream can be had by digest() besides.
Hash.prototype._flush = function _flush(callback) {
  const state = this[kState];
  state[kResult] = output(this[kHandle].digest(), undefined);
  this.push(state[kResult]);
  callback();
};

Hash.prototype.update = function update(data, encoding) {
  if (this[kState][kFinalized]) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
  const isTaken = this[kHandle].update(data, dataEncoding(data, encoding));
  if (!isTaken) throw new codes.ERR_CRYPTO_HASH_UPDATE_FAILED();
  return this;
};

Hash.prototype.digest = function digest(outputEncodingName) {
  const state = this[kState];
  if (state[kFinalized]) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
  const encoding = textOf(outputEncodingName);
  const result = state[kResult] ?? this[kHandle].digest(outputEncoding(encoding));
  state[kFinalized] = true;
  return output(result, encoding);
};

// The name of an encoding may be an object that becomes one.
function textOf(encoding) {
  return typeof encoding === 'string' || !encoding ? encoding : `${encoding}`;
}

function Hmac(hmac, key, options) {
  if (!(this instanceof Hmac)) return new Hmac(hmac, key, options);
  validateString(hmac, 'hmac');
  const { secretKey } = require('internal/crypto/secrets');
  const secret = secretKey(key, 'key', options?.encoding);
  const number = algorithmNumber(hmac);
  if (number === undefined) throw invalidDigest(hmac);
  this._options = options;
  this[kHandle] = native.createHmac(number, secret);
  this[kState] = { [kFinalized]: false };
}
Object.setPrototypeOf(Hmac.prototype, LazyTransform.prototype);
Object.setPrototypeOf(Hmac, LazyTransform);

function invalidDigest(name) {
  return Object.assign(new TypeError(`Invalid digest: ${name}`), { code: 'ERR_CRYPTO_INVALID_DIGEST' });
}

Hmac.prototype.update = Hash.prototype.update;

Hmac.prototype.digest = function digest(outputEncodingName) {
  const encoding = textOf(outputEncodingName);
  const state = this[kState];
  if (state[kFinalized]) return output(new Uint8Array(0), encoding);
  const result = state[kResult] ?? this[kHandle].digest(outputEncoding(encoding));
  state[kFinalized] = true;
  return output(result, encoding);
};

Hmac.prototype._flush = Hash.prototype._flush;
Hmac.prototype._transform = Hash.prototype._transform;

// The digest of some data at once.
function hash(algorithm, input, options) {
  validateString(algorithm, 'algorithm');
  if (typeof input !== 'string' && !ArrayBuffer.isView(input)) {
    throw new codes.ERR_INVALID_ARG_TYPE('input', ['string', 'Buffer', 'TypedArray', 'DataView'], input);
  }
  let encoding = 'hex';
  let length;
  if (options !== undefined) ({ encoding, length } = hashOptions(options));
  const number = algorithmNumber(algorithm);
  if (number === undefined) throw new Error(`Digest method ${algorithm} is not supported`);
  if (length !== undefined) checkLength(algorithm, number, length);
  return output(native.hash(number, input, length, outputEncoding(encoding)), encoding);
}

function hashOptions(options) {
  let encoding = options;
  let length;
  if (typeof options !== 'string') {
    validateObject(options, 'options');
    ({ outputEncoding: encoding = 'hex', outputLength: length } = options);
    if (length !== undefined) validateUint32(length, 'outputLength');
  }
  validateString(encoding, 'outputEncoding');
  if (encoding === 'buffer') return { encoding, length };
  const { normalizeEncoding } = require('internal/buffer/codecs');
  const name = normalizeEncoding(encoding);
  if (name === undefined) throw new codes.ERR_INVALID_ARG_VALUE('outputEncoding', encoding);
  return { encoding: name, length };
}

function checkLength(algorithm, number, length) {
  if (native.isXof(number) || native.digestSize(number) === length) return;
  throw new Error(`Output length ${length} is invalid for ${algorithm}, which does not support XOF`);
}

function createHash(algorithm, options) {
  return new Hash(algorithm, options);
}

function createHmac(hmac, key, options) {
  return new Hmac(hmac, key, options);
}

// After a change of what may be used, everything is looked up again.
function forgetAlgorithms() {
  numbers.clear();
  names = undefined;
}

let names;

function getHashes() {
  names ??= native.digests();
  return names.slice();
}

module.exports = { Hash, Hmac, algorithmNumber, createHash, createHmac, forgetAlgorithms, getHashes, hash, invalidDigest, kHandle };
