// parsePKCS12(): a key and certificates out of one file.
'use strict';

const native = binding('crypto');
const { isBytes } = require('internal/crypto/key_forms');
const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');

function parsePKCS12(bundle, options = undefined) {
  if (!isBytes(bundle)) {
    throw new codes.ERR_INVALID_ARG_TYPE('bundle', ['ArrayBuffer', 'TypedArray', 'DataView', 'Buffer'], bundle);
  }
  let passphrase;
  if (options !== undefined) {
    validateObject(options, 'options');
    ({ passphrase } = options);
    if (passphrase !== undefined && typeof passphrase !== 'string' && !isBytes(passphrase)) {
      const types = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];
      throw new codes.ERR_INVALID_ARG_TYPE('options.passphrase', types, passphrase);
    }
  }
  const [key, certificate, others] = native.openPkcs12(bundle, passphrase);
  const { PrivateKeyObject } = require('internal/crypto/keys');
  const { fromHandle } = require('internal/crypto/x509');
  return {
    privateKey: key === undefined ? undefined : new PrivateKeyObject(key),
    certificate: certificate === undefined ? undefined : fromHandle(certificate),
    additionalCertificates: others.map(fromHandle),
  };
}

module.exports = { parsePKCS12 };
