// The forms in which keys are read and written: what scripts ask for, checked, and as the binding knows it.
'use strict';

const { codes } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { validateString } = require('internal/validators');

// Numbers of the binding's.
const kPem = 0;
const kForms = { __proto__: null, pkcs1: 1, pkcs8: 2, spki: 3, sec1: 4 };
const kPrivateForms = ['pkcs1', 'pkcs8', 'sec1'];
const kPublicForms = ['pkcs1', 'spki'];
const kRaw = { __proto__: null, 'raw-public': 0, 'raw-private': 1, 'raw-seed': 2 };

function invalid(name, value, reason) {
  return new codes.ERR_INVALID_ARG_VALUE(name, value, reason);
}

function isBytes(value) {
  return isArrayBufferView(value) || isAnyArrayBuffer(value);
}

// The name of an option: of several keys, or of a key among other things.
function optionName(object, name) {
  return object === undefined ? `options.${name}` : `${object}.${name}`;
}

function checkForm(type, isPem, allowed, name) {
  if (type === undefined && isPem) return undefined;
  if (typeof type === 'string' && allowed.includes(type)) return type;
  throw invalid(name, type);
}

function formNumber(type) {
  return kForms[type];
}

// How a public key is to be written: { format, type, form }.
function publicOutput(keyType, options, object) {
  const { format, type } = options;
  if (format === 'jwk') return { format };
  if (format === 'raw-public') {
    const name = optionName(object, 'type');
    if (type !== undefined && type !== 'compressed' && type !== 'uncompressed' && (keyType === 'ec' || keyType === undefined)) {
      throw invalid(name, type, "must be one of: 'compressed', 'uncompressed'");
    }
    return { format, type };
  }
  if (format !== 'pem' && format !== 'der') throw invalid(optionName(object, 'format'), format);
  const name = optionName(object, 'type');
  if (typeof type !== 'string' || !kPublicForms.includes(type)) throw invalid(name, type);
  if (type === 'pkcs1') requireKind(keyType, 'rsa', 'pkcs1', 'RSA');
  return { format, type, form: kForms[type] };
}

function requireKind(keyType, wanted, type, words) {
  if (keyType === undefined || keyType === wanted) return;
  throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, `can only be used for ${words} keys`);
}

// The same of a private key: { format, type, form, cipher, passphrase }.
function privateOutput(keyType, options, object) {
  const { format, type, cipher, passphrase } = options;
  const isFile = format === 'pem' || format === 'der';
  // A cipher without a password means nothing to other forms.
  if (!isFile && passphrase !== undefined) refuseEncryption(format);
  if (format === 'jwk' || format === 'raw-private' || format === 'raw-seed') return { format };
  if (!isFile) throw invalid(optionName(object, 'format'), format);
  if (typeof type !== 'string' || !kPrivateForms.includes(type)) throw invalid(optionName(object, 'type'), type);
  if (type === 'pkcs1') requireKind(keyType, 'rsa', 'pkcs1', 'RSA');
  if (type === 'sec1') requireKind(keyType, 'ec', 'sec1', 'EC');
  return { format, type, form: kForms[type], ...sealing(format, type, cipher, passphrase, object, options) };
}

function refuseEncryption(what) {
  throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(what, 'does not support encryption');
}

function sealing(format, type, cipher, passphrase, object, options) {
  if (cipher === undefined || cipher === null) {
    if (passphrase !== undefined) {
      throw invalid(optionName(object, 'cipher'), cipher, 'is required when a passphrase is specified');
    }
    return undefined;
  }
  if (typeof cipher !== 'string') throw invalid(optionName(object, 'cipher'), cipher);
  if (format === 'der' && (type === 'pkcs1' || type === 'sec1')) refuseEncryption(type);
  if (typeof passphrase !== 'string' && !isBytes(passphrase)) {
    throw invalid(optionName(object, 'passphrase'), passphrase);
  }
  return { cipher, passphrase: bytesOfText(passphrase, options.encoding) };
}

function bytesOfText(value, encoding) {
  if (typeof value !== 'string' || encoding === undefined || encoding === 'buffer') return value;
  return require('buffer').Buffer.from(value, encoding);
}

module.exports = {
  bytesOfText,
  checkForm,
  formNumber,
  invalid,
  isBytes,
  kPem,
  kPrivateForms,
  kRaw,
  privateOutput,
  publicOutput,
};
