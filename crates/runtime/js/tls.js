// tls: connections that are encrypted, and sides that show who they are.
'use strict';

const { settings } = require('internal/tls/defaults');
const { native } = require('internal/tls/native');
const { connect } = require('internal/tls/connect');
const { checkServerIdentity } = require('internal/tls/identity');
const { convertALPNProtocols } = require('internal/tls/protocols');
const { SecureContext, createSecureContext } = require('internal/tls/secure_context');
const { Server } = require('internal/tls/server');
const { TLSSocket } = require('internal/tls/socket');

const ca = () => require('internal/tls/ca');

let cipherNames;

function getCiphers() {
  cipherNames ??= namesOfCiphers();
  return cipherNames.slice();
}

function namesOfCiphers() {
  const rare = ['tls_aes_128_ccm_8_sha256', 'tls_aes_128_ccm_sha256'];
  const names = native.cipherNames().map((name) => name.toLowerCase());
  return [...new Set([...names, ...rare])].sort();
}

function createServer(options, listener) {
  return new Server(options, listener);
}

// OpenSSL was built without them.
function getCertificateCompressionAlgorithms() {
  return [];
}

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
};

function defineSetting(name, field) {
  Object.defineProperty(module.exports, name, {
    __proto__: null,
    get() { return settings[field]; },
    set(value) { settings[field] = value; },
    configurable: true,
    enumerable: true,
  });
}

defineSetting('DEFAULT_CIPHERS', 'ciphers');
defineSetting('DEFAULT_ECDH_CURVE', 'curve');
defineSetting('DEFAULT_MIN_VERSION', 'minVersion');
defineSetting('DEFAULT_MAX_VERSION', 'maxVersion');
Object.assign(module.exports, { getCiphers, getCertificateCompressionAlgorithms });
Object.defineProperty(module.exports, 'rootCertificates', {
  __proto__: null,
  get() { return ca().bundled(); },
  configurable: false,
  enumerable: true,
});
Object.assign(module.exports, {
  getCACertificates(type) { return ca().getCACertificates(type); },
  setDefaultCACertificates(certs) { ca().setDefaultCACertificates(certs); },
  convertALPNProtocols,
  checkServerIdentity,
  createSecureContext,
  SecureContext,
  TLSSocket,
  Server,
  createServer,
  connect,
});
