// Private keys that a URL leads to.
'use strict';

const native = binding('crypto');
const { formNumber, kPem } = require('internal/crypto/key_forms');

function readFile(url) {
  const { fileURLToPath } = require('internal/url');
  return require('fs').readFileSync(fileURLToPath(url));
}

function loadPrivateKey(url, passphrase) {
  const bytes = readFile(url);
  const isText = bytes.includes('-----BEGIN');
  return native.readPrivateKey(bytes, isText ? kPem : formNumber('pkcs8'), passphrase);
}

module.exports = { loadPrivateKey };
