// Private keys that a URL leads to. Of the stores that OpenSSL could have there is that of files; the errors are those of
// its loader.
'use strict';

const native = binding('crypto');
const { formNumber, kPem } = require('internal/crypto/key_forms');

const kSystemReasons = { __proto__: null, ENOENT: [2, 'No such file or directory'], EACCES: [13, 'Permission denied'] };

function failed(message) {
  return Object.assign(new Error(message), { code: 'ERR_CRYPTO_OPERATION_FAILED' });
}

function unsupported() {
  const text = 'error:1608010C:STORE routines::unsupported';
  return Object.assign(new Error(text), {
    opensslErrorStack: [text],
    library: 'STORE routines',
    reason: 'unsupported',
    code: 'ERR_OSSL_OSSL_STORE_UNSUPPORTED',
  });
}

// What the system has against a file.
function systemError(error) {
  if (error.code === 'EISDIR') return failed('No private key found through the OpenSSL STORE loader');
  const known = kSystemReasons[error.code];
  if (known === undefined) return error;
  const text = `error:800000${known[0].toString(16).toUpperCase().padStart(2, '0')}:system library::${known[1]}`;
  return Object.assign(new Error(text), { opensslErrorStack: [text], library: 'system library' });
}

// The text of a URL is what counts: its getters may have been replaced.
function readFile(url) {
  binding('permission').check('openssl.store');
  const { URL, fileURLToPath } = require('internal/url');
  const text = URL.prototype.toString.call(url);
  if (!text.startsWith('file:')) throw unsupported();
  const path = fileURLToPath(text);
  if (path.includes('\0')) {
    const { codes } = require('internal/errors');
    throw new codes.ERR_INVALID_ARG_VALUE('key', text, 'must not contain null bytes');
  }
  try {
    return require('fs').readFileSync(path);
  } catch (error) {
    throw systemError(error);
  }
}

function missingPassphrase() {
  return Object.assign(new TypeError('Passphrase required for encrypted key'), { code: 'ERR_MISSING_PASSPHRASE' });
}

function loadPrivateKey(url, passphrase) {
  const bytes = readFile(url);
  const isText = bytes.includes('-----BEGIN');
  if (passphrase === undefined && isText && bytes.includes('ENCRYPTED')) throw missingPassphrase();
  if (isText && !bytes.includes('PRIVATE KEY-----')) throw unsupported();
  try {
    return native.readPrivateKey(bytes, isText ? kPem : formNumber('pkcs8'), passphrase);
  } catch (error) {
    // What is no key at all is told apart from a key that cannot be opened.
    if (isText || error.code === 'ERR_MISSING_PASSPHRASE') throw error;
    throw failed('Failed to load private key through an OpenSSL STORE loader');
  }
}

module.exports = { loadPrivateKey };
