// Server: takes connections, and hands them on when they are secure.
'use strict';

const EventEmitter = require('events');
const net = require('net');
const { codes, ConnResetException } = require('internal/errors');
const { asBuffer } = require('internal/tls/native');
const { convertALPNProtocols } = require('internal/tls/protocols');
const { createSecureContext, SecureContext } = require('internal/tls/secure_context');
const { defaultSNICallback, patternOf } = require('internal/tls/sni');
const { TLSSocket } = require('internal/tls/socket');
const {
  kALPNCallback, kEnableTrace, kErrorEmitted, kHandshakeTimeout, kPskCallback, kPskIdentityHint, kSNICallback,
} = require('internal/tls/fields');
const {
  validateBuffer, validateFunction, validateNumber, validateObject, validateString,
} = require('internal/validators');

// Options that a server keeps, as they are handed to its context.
const kKept = [
  'pfx', 'key', 'passphrase', 'cert', 'clientCertEngine', 'ca', 'minVersion', 'maxVersion', 'secureProtocol', 'crl',
  'sigalgs', 'ciphers', 'ecdhCurve', 'dhparam', 'honorCipherOrder', 'secureOptions', 'sessionIdContext', 'ticketKeys',
  'sessionTimeout', 'privateKeyIdentifier', 'privateKeyEngine', 'certificateCompression', 'allowPartialTrustChain',
];

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  let given = options;
  let onSecure = listener;
  if (typeof options === 'function') {
    onSecure = options;
    given = {};
  } else if (options === null || options === undefined) {
    given = {};
  } else if (typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  this._contexts = [];
  this.requestCert = given.requestCert === true;
  this.rejectUnauthorized = given.rejectUnauthorized !== false;
  this.ALPNCallback = given.ALPNCallback;
  if (this.ALPNCallback && given.ALPNProtocols) throw new codes.ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
  if (given.sessionTimeout) validateNumber(given.sessionTimeout, 'options.sessionTimeout');
  if (given.ticketKeys) checkTicketKeys(given.ticketKeys);
  if (given.ALPNProtocols) convertALPNProtocols(given.ALPNProtocols, this);
  this.setSecureContext(given);
  this[kHandshakeTimeout] = given.handshakeTimeout || 120_000;
  this[kSNICallback] = given.SNICallback;
  this[kPskCallback] = given.pskCallback;
  this[kPskIdentityHint] = given.pskIdentityHint;
  validateNumber(this[kHandshakeTimeout], 'options.handshakeTimeout');
  if (this[kSNICallback]) validateFunction(this[kSNICallback], 'options.SNICallback');
  if (this[kPskCallback]) validateFunction(this[kPskCallback], 'options.pskCallback');
  if (this[kPskIdentityHint]) validateString(this[kPskIdentityHint], 'options.pskIdentityHint');
  this[kEnableTrace] = given.enableTrace;
  Reflect.apply(net.Server, this, [given, takeConnection]);
  if (onSecure) this.on('secureConnection', onSecure);
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

const { prototype } = Server;

function checkTicketKeys(keys) {
  validateBuffer(keys, 'options.ticketKeys');
  if (keys.byteLength !== 48) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.ticketKeys', keys.byteLength, 'must be exactly 48 bytes');
  }
}

prototype.setSecureContext = function(options) {
  validateObject(options, 'options');
  for (const name of kKept) {
    if (options[name]) this[name] = options[name];
    else if (name !== 'ticketKeys' && name !== 'sessionTimeout' && name !== 'allowPartialTrustChain') this[name] = undefined;
  }
  this.honorCipherOrder = options.honorCipherOrder === undefined ? true : Boolean(options.honorCipherOrder);
  this.secureOptions = options.secureOptions || undefined;
  this.sessionIdContext = options.sessionIdContext || defaultSessionIdContext();
  this._sharedCreds = createSecureContext({
    pfx: this.pfx,
    key: this.key,
    passphrase: this.passphrase,
    cert: this.cert,
    clientCertEngine: this.clientCertEngine,
    ca: this.ca,
    ciphers: this.ciphers,
    sigalgs: this.sigalgs,
    ecdhCurve: this.ecdhCurve,
    dhparam: this.dhparam,
    minVersion: this.minVersion,
    maxVersion: this.maxVersion,
    secureProtocol: this.secureProtocol,
    secureOptions: this.secureOptions,
    honorCipherOrder: this.honorCipherOrder,
    crl: this.crl,
    sessionIdContext: this.sessionIdContext,
    ticketKeys: this.ticketKeys,
    sessionTimeout: this.sessionTimeout,
    privateKeyIdentifier: this.privateKeyIdentifier,
    privateKeyEngine: this.privateKeyEngine,
    certificateCompression: this.certificateCompression,
    allowPartialTrustChain: options.allowPartialTrustChain,
  });
};

// Sessions of another program's servers are not gone on with.
function defaultSessionIdContext() {
  const { createHash } = require('crypto');
  return createHash('sha1').update(process.argv.join(' ')).digest('hex').slice(0, 32);
}

// The listener of 'connection'.
function takeConnection(rawSocket) {
  const socket = new TLSSocket(rawSocket, {
    secureContext: this._sharedCreds,
    isServer: true,
    server: this,
    requestCert: this.requestCert,
    rejectUnauthorized: this.rejectUnauthorized,
    handshakeTimeout: this[kHandshakeTimeout],
    ALPNProtocols: this.ALPNProtocols,
    ALPNCallback: this.ALPNCallback,
    SNICallback: this[kSNICallback] || defaultSNICallback,
    enableTrace: this[kEnableTrace],
    pauseOnConnect: this.pauseOnConnect,
    pskCallback: this[kPskCallback],
    pskIdentityHint: this[kPskIdentityHint],
    highWaterMark: this.highWaterMark,
  });
  socket.server = this;
  socket.on('secure', onSecure);
  socket[kErrorEmitted] = false;
  socket.on('close', onClose);
  socket.on('_tlsError', onTlsError);
  socket._start();
}

function onSecure() {
  if (this._requestCert) {
    const verdict = this.ssl.verdict();
    if (verdict !== undefined) {
      this.authorizationError = verdict[0];
      if (this._rejectUnauthorized) this.destroy();
    } else {
      this.authorized = true;
    }
  }
  if (!this.destroyed && this._releaseControl()) this._tlsOptions.server.emit('secureConnection', this);
}

function onClose() {
  // It is over before anybody had it.
  if (this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server.emit('tlsClientError', new ConnResetException('socket hang up'), this);
}

function onTlsError(error) {
  if (this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server.emit('tlsClientError', error, this);
}

prototype._getServerData = function() {
  return { ticketKeys: this.getTicketKeys().toString('hex') };
};

prototype._setServerData = function(data) {
  this.setTicketKeys(require('buffer').Buffer.from(data.ticketKeys, 'hex'));
};

prototype.getTicketKeys = function() {
  return asBuffer(this._sharedCreds.context.getTicketKeys());
};

prototype.setTicketKeys = function(keys) {
  validateBuffer(keys);
  require('assert')(keys.byteLength === 48, 'Session ticket keys must be a 48-byte buffer');
  this._sharedCreds.context.setTicketKeys(keys);
};

prototype.addContext = function(servername, context) {
  if (!servername) throw new codes.ERR_TLS_REQUIRED_SERVER_NAME();
  const native = context instanceof SecureContext ? context : createSecureContext(context);
  this._contexts.push([patternOf(servername), native.context]);
};

prototype[EventEmitter.captureRejectionSymbol] = function(error, event, socket) {
  if (event === 'secureConnection') socket.destroy(error);
  else Reflect.apply(net.Server.prototype[EventEmitter.captureRejectionSymbol], this, [error, event, socket]);
};

module.exports = { Server };
