// Private keys that a URL leads to.
'use strict';

const native = binding('crypto');
const { formNumber, kPem } = require('internal/crypto/key_forms');

function readFile(url) {
  const { fileURLToPath } = require('internal/url');
  return require('fs').readFileSync(fileURLToPath(url));
}

function missingPassphrase() {
  return Object.assign(new TypeError('Passphrase required for encrypted key'), { code: 'ERR_MISSING_PASSPHRASE' });
}

function loadPrivateKey(url, passphrase) {
  const bytes = readFile(url);
  const isText = bytes.includes('-----BEGIN');
  if (passphrase === undefined && isText && bytes.includes('ENCRYPTED')) throw missingPassphrase();
  try {
    return native.readPrivateKey(bytes, isText ? kPem : formNumber('pkcs8'), passphrase);
  } catch (error) {
    // What is no key at all is told apart from a key that cannot be opened.
    if (isText || error.code === 'ERR_MISSING_PASSPHRASE') throw error;
    throw Object.assign(new Error('No private key found in store'), { code: 'ERR_CRYPTO_OPERATION_FAILED' });
  }
}

module.exports = { loadPrivateKey };
