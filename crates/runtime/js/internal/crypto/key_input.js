// Keys of pairs as arguments, in whatever form a script has them.
'use strict';

const native = binding('crypto');
const { bytesOfText, formNumber, invalid, isBytes, kPem, kPrivateForms, kRaw } = require('internal/crypto/key_forms');
const { codes } = require('internal/errors');
const { validateObject, validateString } = require('internal/validators');

const kBytes = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];
const kPublicForms = ['pkcs1', 'spki', 'pkcs8', 'sec1'];

// What a private key is wanted for: the names of what it may be, and whether it may be a KeyObject.
const kPrivate = {
  isPrivate: true,
  types: ['string', ...kBytes, 'KeyObject', 'CryptoKey', 'URL'],
  newTypes: ['string', ...kBytes, 'URL'],
};
const kPublic = {
  isPrivate: false,
  types: ['string', ...kBytes, 'KeyObject', 'CryptoKey'],
  newTypes: ['string', ...kBytes, 'KeyObject', 'CryptoKey'],
};

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

// The handle of a KeyObject or CryptoKey of a fitting type; undefined for other values.
function handleOfObject(key, use) {
  if (!isObject(key)) return undefined;
  const { keyParts } = require('internal/crypto/keys');
  const parts = keyParts(key);
  if (parts === undefined) return undefined;
  const { type, handle } = parts;
  if (use.isPrivate ? type === 'private' : type !== 'secret') return handle;
  throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(type, use.isPrivate ? 'private' : 'private or public');
}

function isUrl(value) {
  return isObject(value) && value instanceof require('internal/url').URL;
}

function isMaterial(value) {
  return typeof value === 'string' || isBytes(value);
}

function read(use, bytes, form, passphrase) {
  return use.isPrivate ? native.readPrivateKey(bytes, form, passphrase) : native.readPublicKey(bytes, form, passphrase);
}

// A handle for a key that is not a KeyObject.
function handleOfMaterial(key, name, use, types) {
  if (isMaterial(key)) return read(use, key, kPem, undefined);
  if (use.isPrivate && isUrl(key)) return handleOfUrl(key, {}, name);
  if (typeof key !== 'object') throw new codes.ERR_INVALID_ARG_TYPE(name, types, key);
  const { key: data, format } = key;
  if (format === 'jwk') {
    validateObject(data, `${name}.key`);
    const { privateFromJwk, publicFromJwk } = require('internal/crypto/jwk');
    return use.isPrivate ? privateFromJwk(data) : publicFromJwk(data);
  }
  if (typeof format === 'string' && format in kRaw) return handleOfRaw(key, name, use);
  if (use.isPrivate && isUrl(data)) return handleOfUrl(data, key, name);
  return handleOfFile(key, name, use, types);
}

// PEM or DER, with what goes along.
function handleOfFile({ key, format, type, passphrase, encoding }, name, use, types) {
  const isPem = format === undefined || format === 'pem';
  if (!isPem && format !== 'der') throw invalid(`${name}.format`, format);
  if (!isMaterial(key)) throw new codes.ERR_INVALID_ARG_TYPE(`${name}.key`, types, key);
  const forms = use.isPrivate ? kPrivateForms : kPublicForms;
  if (!(isPem && type === undefined) && !forms.includes(type)) throw invalid(`${name}.type`, type);
  if (passphrase !== undefined && !isMaterial(passphrase)) throw invalid(`${name}.passphrase`, passphrase);
  const form = isPem ? kPem : formNumber(type);
  return read(use, bytesOfText(key, encoding), form, bytesOfText(passphrase, encoding));
}

function handleOfRaw({ key, format, asymmetricKeyType, namedCurve }, name, use) {
  if (use.isPrivate && format === 'raw-public') throw invalid(`${name}.format`, format);
  if (!isBytes(key)) throw new codes.ERR_INVALID_ARG_TYPE(`${name}.key`, kBytes, key);
  validateString(asymmetricKeyType, `${name}.asymmetricKeyType`);
  if (asymmetricKeyType === 'ec') validateString(namedCurve, `${name}.namedCurve`);
  const handle = native.rawKey(asymmetricKeyType, kRaw[format], key, namedCurve);
  return use.isPrivate || format === 'raw-public' ? handle : native.publicOf(handle);
}

// What a URL of a file leads to: PEM, or DER of PKCS#8.
function handleOfUrl(url, { passphrase, properties, encoding }, name) {
  if (properties !== undefined) {
    validateString(properties, `${name}.properties`);
    if (properties.includes('\0')) throw invalid(`${name}.properties`, properties, 'must not contain null bytes');
  }
  if (passphrase !== undefined && !isMaterial(passphrase)) throw invalid(`${name}.passphrase`, passphrase);
  return require('internal/crypto/key_store').loadPrivateKey(url, bytesOfText(passphrase, encoding));
}

function handleFor(key, name, use) {
  return handleOfObject(key, use) ??
    (isObject(key) && !isBytes(key) ? handleOfObject(key.key, use) : undefined) ??
    handleOfMaterial(key, name, use, use.types);
}

// The handle of a private key: of a KeyObject, or read anew.
function privateKeyHandle(key, name = 'key') {
  return handleFor(key, name, kPrivate);
}

// The handle of a public key, or of a private one, which has all of it.
function publicKeyHandle(key, name = 'key') {
  return handleFor(key, name, kPublic);
}

// The handle of a new private key: of everything but a KeyObject.
function newPrivateKeyHandle(key) {
  const types = kPrivate.newTypes;
  const { keyParts } = require('internal/crypto/keys');
  if (isObject(key)) {
    const object = keyParts(key) !== undefined ? key : key.key;
    if (isObject(object) && keyParts(object) !== undefined) {
      throw new codes.ERR_INVALID_ARG_TYPE('key', types, object);
    }
  }
  return handleOfMaterial(key, 'key', kPrivate, types);
}

// The handle of a new public key: also of a private KeyObject.
function newPublicKeyHandle(key) {
  const { keyParts } = require('internal/crypto/keys');
  const found = isObject(key) ? keyParts(key) ?? (isObject(key.key) ? keyParts(key.key) : undefined) : undefined;
  if (found !== undefined) {
    if (found.type !== 'private') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(found.type, 'private');
    return native.publicOf(found.handle);
  }
  return handleOfMaterial(key, 'key', kPublic, kPublic.newTypes);
}

module.exports = { newPrivateKeyHandle, newPublicKeyHandle, privateKeyHandle, publicKeyHandle };
