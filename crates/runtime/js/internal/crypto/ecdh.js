// ECDH, and the curves there are.
'use strict';

const native = binding('crypto');
const { output } = require('internal/crypto/encodings');
const { bytesOf } = require('internal/crypto/secrets');
const { codes } = require('internal/errors');
const { deprecate } = require('internal/util/deprecate');
const { validateString } = require('internal/validators');

const kHandle = Symbol('kHandle');
// Numbers of OpenSSL's (POINT_CONVERSION_...).
const kForms = { __proto__: null, compressed: 2, uncompressed: 4, hybrid: 6 };

function formOf(format) {
  if (!format) return kForms.uncompressed;
  const form = typeof format === 'string' ? kForms[format] : undefined;
  if (form === undefined) throw new codes.ERR_CRYPTO_ECDH_INVALID_FORMAT(format);
  return form;
}

function ECDH(curve) {
  if (!(this instanceof ECDH)) return new ECDH(curve);
  validateString(curve, 'curve');
  this[kHandle] = native.createECDH(curve);
}

Object.assign(ECDH.prototype, {
  computeSecret(key, inputEncoding, outputEncoding) {
    const secret = this[kHandle].computeSecret(bytesOf(key, 'key', inputEncoding ?? undefined));
    if (secret === undefined) throw new codes.ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY();
    return output(secret, outputEncoding);
  },
  setPrivateKey(key, encoding) {
    this[kHandle].setPrivateKey(bytesOf(key, 'key', encoding ?? undefined));
    return this;
  },
  setPublicKey: deprecate(function setPublicKey(key, encoding) {
    this[kHandle].setPublicKey(bytesOf(key, 'key', encoding ?? undefined));
    return this;
  }, 'ecdh.setPublicKey() is deprecated.', 'DEP0031'),
  getPrivateKey(encoding) {
    return output(this[kHandle].getPrivateKey(), encoding);
  },
  generateKeys(encoding, format) {
    this[kHandle].generateKeys();
    return this.getPublicKey(encoding, format);
  },
  getPublicKey(encoding, format) {
    return output(this[kHandle].getPublicKey(formOf(format)), encoding);
  },
});

ECDH.convertKey = function convertKey(key, curve, inputEncoding, outputEncoding, format) {
  validateString(curve, 'curve');
  const bytes = bytesOf(key, 'key', inputEncoding ?? undefined);
  return output(native.convertPoint(curve, bytes, formOf(format)), outputEncoding);
};

function createECDH(curve) {
  return new ECDH(curve);
}

let names;

function getCurves() {
  names ??= native.curves();
  return names.slice();
}

module.exports = { ECDH, createECDH, getCurves };
