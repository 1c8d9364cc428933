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

const kUsualHandshakeTimeout = 120_000;

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  const { given, onSecure: secureListener } = readArguments(options, listener);
  this._contexts = [];
  takeHandshakeOptions(this, given);
  this.setSecureContext(given);
  takeAnswers(this, given);
  Reflect.apply(net.Server, this, [given, takeConnection]);
  if (secureListener) this.on('secureConnection', secureListener);
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

const { prototype } = Server;

// { given, onSecure } of ([options][, listener]).
function readArguments(options, listener) {
  if (typeof options === 'function') return { given: {}, onSecure: options };
  if (options == null) return { given: {}, onSecure: listener };
  if (typeof options === 'object') return { given: options, onSecure: listener };
  throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
}

// What is asked of clients, and what can be spoken on top.
function takeHandshakeOptions(server, given) {
  const { ALPNCallback, ALPNProtocols, sessionTimeout, ticketKeys } = given;
  if (ALPNCallback && ALPNProtocols) throw new codes.ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
  server.requestCert = given.requestCert === true;
  server.rejectUnauthorized = given.rejectUnauthorized !== false;
  server.ALPNCallback = ALPNCallback;
  if (ALPNProtocols) convertALPNProtocols(ALPNProtocols, server);
  if (sessionTimeout) validateNumber(sessionTimeout, 'options.sessionTimeout');
  if (ticketKeys) checkTicketKeys(ticketKeys);
}

// What the server answers clients with, or how, each with its check.
const kAnswers = [
  [kHandshakeTimeout, 'handshakeTimeout', validateNumber],
  [kSNICallback, 'SNICallback', validateFunction],
  [kPskCallback, 'pskCallback', validateFunction],
  [kPskIdentityHint, 'pskIdentityHint', validateString],
];

function takeAnswers(server, given) {
  for (const [field, name, check] of kAnswers) {
    if (given[name]) check(given[name], `options.${name}`);
    server[field] = given[name];
  }
  server[kHandshakeTimeout] ||= kUsualHandshakeTimeout;
  server[kEnableTrace] = given.enableTrace;
}

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
  // Also an empty one, which is refused.
  this.sigalgs = options.sigalgs;
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

// What a server's sockets are made with.
function socketOptions(server) {
  const { requestCert, rejectUnauthorized, ALPNProtocols, ALPNCallback, pauseOnConnect, highWaterMark } = server;
  return {
    server,
    isServer: true,
    secureContext: server._sharedCreds,
    handshakeTimeout: server[kHandshakeTimeout],
    SNICallback: server[kSNICallback] || defaultSNICallback,
    pskCallback: server[kPskCallback],
    pskIdentityHint: server[kPskIdentityHint],
    enableTrace: server[kEnableTrace],
    requestCert, rejectUnauthorized, ALPNProtocols, ALPNCallback, pauseOnConnect, highWaterMark,
  };
}

// The listener of 'connection'.
function takeConnection(below) {
  const socket = new TLSSocket(below, socketOptions(this));
  socket.server = this;
  for (const event of Object.keys(listeners)) socket.on(event, listeners[event]);
  socket._start();
}

function onSecure() {
  if (this._requestCert) {
    const verdict = this.ssl.verdict();
    // A session of before may be that of a client without a certificate.
    const isNobody = this.ssl.peerCertificates().length === 0;
    if (verdict !== undefined || isNobody) {
      this.authorizationError = isNobody ? 'UNABLE_TO_GET_ISSUER_CERT' : verdict[0];
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

// What a server hears of its sockets until somebody has them.
const listeners = { __proto__: null, secure: onSecure, close: onClose, _tlsError: onTlsError };

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
