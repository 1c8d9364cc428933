// Cipheriv and Decipheriv.
'use strict';

const native = binding('crypto');
const { asBuffer, dataEncoding, inputEncoding } = require('internal/crypto/encodings');
const { LazyTransform } = require('internal/crypto/lazy_transform');
const { bytesOf, secretKey } = require('internal/crypto/secrets');
const { codes } = require('internal/errors');
const { normalizeEncoding } = require('internal/buffer/codecs');
const { validateInt32, validateObject, validateString } = require('internal/validators');

const kHandle = Symbol('kHandle');

// The numbers of ciphers by the names that were used for them.
const numbers = new Map();

function cipherNumber(name) {
  let number = numbers.get(name);
  if (number === undefined) {
    number = native.cipher(name);
    if (number !== -1) numbers.set(name, number);
  }
  return number;
}

// An option that is a length; undefined if it is not there.
function lengthOption(options, name) {
  const length = options?.[name];
  if (length === undefined || length === null) return undefined;
  if (length >> 0 !== length || length < 0) throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, length);
  return length;
}

function construct(self, encrypts, cipher, key, iv, options) {
  validateString(cipher, 'cipher');
  const encoding = options?.encoding;
  const secret = secretKey(key, 'key', encoding);
  const vector = iv === null ? null : bytesOf(iv, 'iv');
  const tagLength = lengthOption(options, 'authTagLength');
  self._decoder = null;
  self._options = options;
  self[kHandle] = native.createCipher(encrypts, cipherNumber(cipher), cipher, secret, vector, tagLength);
}

function Cipheriv(cipher, key, iv, options) {
  if (!(this instanceof Cipheriv)) return new Cipheriv(cipher, key, iv, options);
  construct(this, true, cipher, key, iv, options);
}

function Decipheriv(cipher, key, iv, options) {
  if (!(this instanceof Decipheriv)) return new Decipheriv(cipher, key, iv, options);
  construct(this, false, cipher, key, iv, options);
}

function invalidState(operation) {
  return new codes.ERR_CRYPTO_INVALID_STATE(operation);
}

// What makes text of the output, for which there can be but one encoding.
function decoderOf(cipher, encoding) {
  const name = normalizeEncoding(encoding);
  if (cipher._decoder === null) {
    if (name === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    const { StringDecoder } = require('string_decoder');
    return cipher._decoder = new StringDecoder(encoding);
  }
  if (cipher._decoder.encoding !== name) {
    if (name === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    throw new codes.ERR_INVALID_ARG_VALUE(
      'outputEncoding', encoding, `cannot be changed from '${cipher._decoder.encoding}'`);
  }
  return cipher._decoder;
}

function _transform(chunk, encoding, callback) {
  this.push(asBuffer(this[kHandle].update(chunk, inputEncoding(encoding))));
  callback();
}

function _flush(callback) {
  try {
    this.push(this.final());
  } catch (error) {
    callback(error);
    return;
  }
  callback();
}

function update(data, inputEncoding, outputEncoding) {
  const bytes = this[kHandle].update(data, dataEncoding(data, inputEncoding));
  const result = asBuffer(bytes);
  if (!outputEncoding || outputEncoding === 'buffer') return result;
  return decoderOf(this, outputEncoding).write(result);
}

function final(outputEncoding) {
  const result = asBuffer(this[kHandle].final());
  if (!outputEncoding || outputEncoding === 'buffer') return result;
  return decoderOf(this, outputEncoding).end(result);
}

function setAutoPadding(autoPadding) {
  if (!this[kHandle].setAutoPadding(autoPadding === undefined || !!autoPadding)) throw invalidState('setAutoPadding');
  return this;
}

function setAAD(aadbuf, options) {
  const encoding = options?.encoding;
  const bytes = bytesOf(aadbuf, 'aadbuf', encoding);
  if (!this[kHandle].setAAD(bytes, lengthOption(options, 'plaintextLength'))) throw invalidState('setAAD');
  return this;
}

function getAuthTag() {
  const tag = this[kHandle].getAuthTag();
  if (tag === undefined) throw invalidState('getAuthTag');
  return asBuffer(tag);
}

function setAuthTag(buffer, encoding) {
  const tag = bytesOf(buffer, 'buffer', encoding);
  if (!this[kHandle].setAuthTag(tag)) throw invalidState('setAuthTag');
  return this;
}

function inherit(Class, methods) {
  Object.setPrototypeOf(Class.prototype, LazyTransform.prototype);
  Object.setPrototypeOf(Class, LazyTransform);
  Object.assign(Class.prototype, methods);
}

inherit(Cipheriv, { _transform, _flush, update, final, setAutoPadding, getAuthTag, setAAD });
inherit(Decipheriv, { _transform, _flush, update, final, setAutoPadding, setAuthTag, setAAD });

function createCipheriv(cipher, key, iv, options) {
  return new Cipheriv(cipher, key, iv, options);
}

function createDecipheriv(cipher, key, iv, options) {
  return new Decipheriv(cipher, key, iv, options);
}

function forgetCiphers() {
  numbers.clear();
  names = undefined;
}

let names;

function getCiphers() {
  names ??= native.ciphers();
  return names.slice();
}

function getCipherInfo(nameOrNid, options) {
  if (typeof nameOrNid !== 'string' && typeof nameOrNid !== 'number') {
    throw new codes.ERR_INVALID_ARG_TYPE('nameOrNid', ['string', 'number'], nameOrNid);
  }
  if (typeof nameOrNid === 'number') validateInt32(nameOrNid, 'nameOrNid');
  let keyLength;
  let ivLength;
  if (options !== undefined) {
    validateObject(options, 'options');
    ({ keyLength, ivLength } = options);
    if (keyLength !== undefined) validateInt32(keyLength, 'options.keyLength');
    if (ivLength !== undefined) validateInt32(ivLength, 'options.ivLength');
  }
  const facts = native.cipherInfo(nameOrNid, keyLength, ivLength);
  return facts === undefined ? undefined : describe(...facts);
}

// What does not apply is left out.
function describe(mode, name, nid, keyLength, blockSize, ivLength) {
  const info = { __proto__: null, mode, name };
  if (nid !== 0) info.nid = nid;
  info.keyLength = keyLength;
  if (mode !== 'stream') info.blockSize = blockSize;
  if (ivLength !== 0) info.ivLength = ivLength;
  return info;
}

module.exports = { Cipheriv, Decipheriv, createCipheriv, createDecipheriv, forgetCiphers, getCipherInfo, getCiphers };
