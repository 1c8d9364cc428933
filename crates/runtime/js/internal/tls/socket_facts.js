// What a TLSSocket tells of its connection.
'use strict';

const { codes } = require('internal/errors');
const { asBuffer } = require('internal/tls/native');
const { certificateOf, peerCertificate, peerX509 } = require('internal/tls/certificates');
const { sealed } = require('internal/tls/saved_session');
const { validateBuffer, validateString, validateUint32 } = require('internal/validators');

const methods = {};

methods.getPeerCertificate = function(detailed) {
  if (!this.ssl) return null;
  return peerCertificate(this.ssl, Boolean(detailed));
};

methods.getCertificate = function() {
  if (!this.ssl) return null;
  const der = this.ssl.ownCertificate();
  return der === undefined ? {} : certificateOf(der).toLegacyObject();
};

methods.getPeerX509Certificate = function() {
  return this.ssl ? peerX509(this.ssl) : undefined;
};

methods.getX509Certificate = function() {
  const der = this.ssl?.ownCertificate();
  return der === undefined ? undefined : certificateOf(der);
};

methods.getCipher = function() {
  const cipher = this.ssl?.getCipher();
  if (cipher === undefined) return this.ssl ? {} : null;
  const [name, standardName, version] = cipher;
  return { name, standardName, version };
};

methods.getProtocol = function() {
  return this.ssl ? this.ssl.getProtocol() : null;
};

methods.getSession = function() {
  if (!this.ssl) return null;
  const session = asBuffer(this.ssl.getSession());
  return this._tlsOptions.isServer ? session : sealed(session, this);
};

methods.getTLSTicket = function() {
  return this.ssl ? asBuffer(this.ssl.getTLSTicket()) : null;
};

methods.isSessionReused = function() {
  return this.ssl ? this.ssl.isSessionReused() : null;
};

methods.getFinished = function() {
  return this.ssl ? asBuffer(this.ssl.getFinished()) : null;
};

methods.getPeerFinished = function() {
  return this.ssl ? asBuffer(this.ssl.getPeerFinished()) : null;
};

methods.getSharedSigalgs = function() {
  return this.ssl ? this.ssl.getSharedSigalgs() : null;
};

// Only a client knows of it.
methods.getEphemeralKeyInfo = function() {
  if (!this.ssl) return null;
  if (this._tlsOptions.isServer) return null;
  const key = this.ssl.ephemeralKey();
  if (key === undefined) return {};
  const [type, name, size] = key;
  return type === 'DH' ? { type, size } : { type, name, size };
};

methods.exportKeyingMaterial = function(length, label, context) {
  validateUint32(length, 'length', true);
  validateString(label, 'label');
  if (context !== undefined) validateBuffer(context, 'context');
  if (!this._secureEstablished) throw new codes.ERR_TLS_INVALID_STATE();
  return asBuffer(this.ssl.exportKeyingMaterial(length, label, context));
};

module.exports = { methods };
