// Sign, Verify, and sign() and verify(), which do it at once.
'use strict';

const native = binding('crypto');
const { dataEncoding, inputEncoding, output } = require('internal/crypto/encodings');
const { algorithmNumber, invalidDigest } = require('internal/crypto/hash');
const { privateKeyHandle, publicKeyHandle } = require('internal/crypto/key_input');
const { bytesOf } = require('internal/crypto/secrets');
const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const { validateFunction, validateString } = require('internal/validators');
const { Writable } = require('stream');

const kHandle = Symbol('kHandle');
const kAlgorithm = Symbol('kAlgorithm');
const kLongestContext = 255;

// What goes with a key: padding and length of the salt of RSA, and how signatures of curves are written.
function schemeOf(options) {
  const { padding, saltLength, dsaEncoding } = options;
  return [
    integerOf(padding, 'padding'),
    integerOf(saltLength, 'saltLength'),
    isFlat(dsaEncoding),
  ];
}

function integerOf(value, name) {
  if (value === undefined || value === null) return undefined;
  if (value === value >> 0) return value;
  throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, value);
}

function isFlat(dsaEncoding) {
  switch (dsaEncoding) {
    case undefined: case 'der': return false;
    case 'ieee-p1363': return true;
    default: throw new codes.ERR_INVALID_ARG_VALUE('options.dsaEncoding', dsaEncoding);
  }
}

function contextOf({ context }) {
  if (context === undefined) return undefined;
  if (isArrayBufferView(context)) return context;
  throw new codes.ERR_INVALID_ARG_TYPE('options.context', ['Buffer', 'TypedArray', 'DataView'], context);
}

function checkContext(context) {
  if (context === undefined || context.byteLength <= kLongestContext) return;
  throw Object.assign(new RangeError(`context string must be at most ${kLongestContext} bytes`), { code: 'ERR_OUT_OF_RANGE' });
}

// Kinds of keys that take a context have a digest of their own; with one, what is asked for does not count.
function hasContext(context) {
  return context !== undefined && context.byteLength > 0;
}

const kNone = { __proto__: null };

function optionsOf(key) {
  return typeof key === 'object' && key !== null ? key : kNone;
}

function invalidState() {
  return Object.assign(new Error('Not initialised'), { code: 'ERR_CRYPTO_INVALID_STATE' });
}

// What both classes have in common: a hash of what is written.
function begin(stream, algorithm, options) {
  validateString(algorithm, 'algorithm');
  const number = algorithmNumber(algorithm);
  if (number === undefined) {
    throw Object.assign(new TypeError('Invalid digest'), { code: 'ERR_CRYPTO_INVALID_DIGEST' });
  }
  stream[kAlgorithm] = number;
  stream[kHandle] = native.createHash(number);
  Writable.call(stream, options);
}

function update(data, encoding) {
  const { [kHandle]: hash } = this;
  const number = dataEncoding(data, encoding);
  if (hash === undefined) throw invalidState();
  if (!hash.update(data, number)) throw new codes.ERR_CRYPTO_HASH_UPDATE_FAILED();
  return this;
}

function write(chunk, encoding, callback) {
  this[kHandle]?.update(chunk, inputEncoding(encoding));
  callback();
}

// The digest of what was written, once.
function finish(stream, key) {
  const hash = stream[kHandle];
  if (hash === undefined) throw invalidState();
  stream[kHandle] = undefined;
  if (native.signsMessagesOnly(key)) throw new codes.ERR_CRYPTO_UNSUPPORTED_OPERATION();
  return hash.digest();
}

function Sign(algorithm, options) {
  if (!(this instanceof Sign)) return new Sign(algorithm, options);
  begin(this, algorithm, options);
}
Object.setPrototypeOf(Sign.prototype, Writable.prototype);
Object.setPrototypeOf(Sign, Writable);

Sign.prototype._write = write;
Sign.prototype.update = update;

Sign.prototype.sign = function sign(options, encoding) {
  if (!options) throw new codes.ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const key = privateKeyHandle(options, 'privateKey');
  const scheme = schemeOf(optionsOf(options));
  const digest = finish(this, key);
  const signature = native.signDigest(key, this[kAlgorithm], ...scheme, undefined, digest);
  checkEncoding(encoding);
  return output(signature, encoding);
};

function checkEncoding(encoding) {
  if (!encoding || encoding === 'buffer') return;
  const { codecOf } = require('internal/buffer/codecs');
  if (codecOf(encoding) === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
}

function Verify(algorithm, options) {
  if (!(this instanceof Verify)) return new Verify(algorithm, options);
  begin(this, algorithm, options);
}
Object.setPrototypeOf(Verify.prototype, Writable.prototype);
Object.setPrototypeOf(Verify, Writable);

Verify.prototype._write = write;
Verify.prototype.update = update;

Verify.prototype.verify = function verify(options, signature, sigEncoding) {
  const key = publicKeyHandle(options, 'key');
  const scheme = schemeOf(optionsOf(options));
  const bytes = bytesOf(signature, 'signature', sigEncoding);
  const digest = finish(this, key);
  return native.verifyDigest(key, this[kAlgorithm], ...scheme, undefined, digest, bytes);
};

// The number of a digest that may be left to the key.
function digestNumber(algorithm) {
  if (algorithm === undefined || algorithm === null) return undefined;
  const number = algorithmNumber(algorithm);
  if (number === undefined) throw invalidDigest(algorithm);
  return number;
}

function checkArguments(algorithm, data) {
  if (algorithm !== undefined && algorithm !== null) validateString(algorithm, 'algorithm');
  return bytesOf(data, 'data');
}

function sign(algorithm, data, key, callback) {
  const message = checkArguments(algorithm, data);
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (!key) throw new codes.ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const options = optionsOf(key);
  const scheme = schemeOf(options);
  const context = contextOf(options);
  const handle = privateKeyHandle(key, 'key');
  const digest = digestNumber(algorithm);
  checkContext(context);
  const job = [handle, hasContext(context) ? undefined : digest, ...scheme, context, message];
  if (callback === undefined) return output(native.sign(...job));
  native.sign(...job, (error, signature) => {
    if (error) callback(error);
    else callback(null, output(signature));
  });
}

function verify(algorithm, data, key, signature, callback) {
  const message = checkArguments(algorithm, data);
  if (callback !== undefined) validateFunction(callback, 'callback');
  const scheme = schemeOf(typeof key === 'object' || key === undefined ? key : kNone);
  const context = contextOf(optionsOf(key));
  const bytes = bytesOf(signature, 'signature');
  const handle = publicKeyHandle(key, 'key');
  const digest = digestNumber(algorithm);
  checkContext(context);
  const job = [handle, hasContext(context) ? undefined : digest, ...scheme, context, message, bytes];
  if (callback === undefined) return native.verify(...job);
  native.verify(...job, callback);
}

function createSign(algorithm, options) {
  return new Sign(algorithm, options);
}

function createVerify(algorithm, options) {
  return new Verify(algorithm, options);
}

module.exports = { Sign, Verify, createSign, createVerify, sign, verify };
