// createMac(): message authentication codes of all kinds.
'use strict';

const native = binding('crypto');
const { dataEncoding, inputEncoding, output, outputEncoding } = require('internal/crypto/encodings');
const { isBytes } = require('internal/crypto/key_forms');
const { LazyTransform } = require('internal/crypto/lazy_transform');
const { secretHandle } = require('internal/crypto/secrets');
const { codes } = require('internal/errors');
const { validateObject, validateString, validateUint32 } = require('internal/validators');

const kHandle = Symbol('kHandle');
const kState = Symbol('kState');
const kFinalized = Symbol('kFinalized');
const kResult = Symbol('kResult');
const kBytes = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

function optionalText(options, name) {
  const value = options[name];
  if (value !== undefined) validateString(value, `options.${name}`);
  return value;
}

function optionalBytes(options, name) {
  const value = options[name];
  if (value === undefined || isBytes(value)) return value;
  throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, kBytes, value);
}

// What the binding is to be told besides name and key.
function settingsOf(options) {
  if (options === undefined) return [];
  validateObject(options, 'options');
  const digest = optionalText(options, 'digest');
  const cipher = optionalText(options, 'cipher');
  const iv = optionalBytes(options, 'iv');
  const customization = optionalBytes(options, 'customization');
  const salt = optionalBytes(options, 'salt');
  const { outputLength } = options;
  if (outputLength !== undefined) validateUint32(outputLength, 'options.outputLength');
  return [digest, cipher, iv, customization, salt, outputLength];
}

function keyOf(key) {
  if (isBytes(key)) return key;
  const handle = secretHandle(key);
  if (handle !== undefined) return handle;
  throw new codes.ERR_INVALID_ARG_TYPE('key', [...kBytes, 'KeyObject'], key);
}

class Mac extends LazyTransform {
  constructor(algorithm, key, options) {
    validateString(algorithm, 'algorithm');
    const settings = settingsOf(options);
    const secret = keyOf(key);
    if (!native.hasMac(algorithm)) throw new codes.ERR_CRYPTO_INVALID_MAC(algorithm);
    super(options);
    this[kHandle] = native.createMac(algorithm, secret, ...settings);
    this[kState] = { [kFinalized]: false };
  }

  _transform(chunk, encoding, callback) {
    this[kHandle].update(chunk, inputEncoding(encoding));
    callback();
  }

  _flush(callback) {
    const state = this[kState];
    state[kResult] = output(this[kHandle].digest());
    this.push(state[kResult]);
    callback();
  }

  update(data, encoding) {
    if (this[kState][kFinalized]) throw new codes.ERR_CRYPTO_MAC_FINALIZED();
    if (!this[kHandle].update(data, dataEncoding(data, encoding))) throw new codes.ERR_CRYPTO_MAC_UPDATE_FAILED();
    return this;
  }

  final(encoding) {
    const state = this[kState];
    if (state[kFinalized]) throw new codes.ERR_CRYPTO_MAC_FINALIZED();
    const result = state[kResult] ?? this[kHandle].digest(outputEncoding(encoding));
    state[kFinalized] = true;
    return output(result, encoding);
  }
}

function createMac(algorithm, key, options) {
  return new Mac(algorithm, key, options);
}

let names;

function getMacs() {
  names ??= native.macs();
  return names.slice();
}

module.exports = { createMac, getMacs };
