// tls.connect(): a client's connection.
'use strict';

const net = require('net');
const { codes, ConnResetException } = require('internal/errors');
const { certificateOf } = require('internal/tls/certificates');
const { checkServerIdentity } = require('internal/tls/identity');
const { rejectsUnauthorized } = require('internal/tls/defaults');
const { serverOf } = require('internal/tls/saved_session');
const { TLSSocket } = require('internal/tls/socket');
const { kConnectOptions, kIsVerified, kPendingSession } = require('internal/tls/fields');
const { validateFunction, validateNumber } = require('internal/validators');

// (port[, host][, options][, callback]), (path[, options][, callback]), (options[, callback]).
function readArguments(args) {
  const [first, callback] = net._normalizeArgs(args);
  let options = first;
  for (const more of [args[1], args[2]]) {
    if (more !== null && typeof more === 'object') options = { ...options, ...more };
  }
  return { options, callback };
}

function connect(...args) {
  const { options: given, callback } = readArguments(args);
  const allowUnauthorized = !rejectsUnauthorized();
  const options = {
    rejectUnauthorized: !allowUnauthorized,
    ciphers: require('internal/tls/defaults').settings.ciphers,
    checkServerIdentity,
    minDHSize: 1024,
    ...given,
  };
  if (!options.keepAlive) options.singleUse = true;
  validateFunction(options.checkServerIdentity, 'options.checkServerIdentity');
  validateNumber(options.minDHSize, 'options.minDHSize', 1);
  checkName(options.servername);
  const context = options.secureContext || require('tls').createSecureContext(options);
  if (options.pskCallback !== undefined && options.pskCallback !== null) validateFunction(options.pskCallback, 'pskCallback');
  const socket = new TLSSocket(options.socket, {
    allowHalfOpen: options.socket ? options.socket.allowHalfOpen : Boolean(options.allowHalfOpen),
    pipe: Boolean(options.path),
    secureContext: context,
    isServer: false,
    requestCert: true,
    rejectUnauthorized: options.rejectUnauthorized !== false,
    session: options.session,
    ALPNProtocols: options.ALPNProtocols,
    requestOCSP: options.requestOCSP,
    enableTrace: options.enableTrace,
    pskCallback: options.pskCallback,
    highWaterMark: options.highWaterMark,
    onread: options.onread,
    signal: options.signal,
    noDelay: options.noDelay,
    keepAlive: options.keepAlive,
    keepAliveInitialDelay: options.keepAliveInitialDelay,
    blockList: options.blockList,
  });
  socket[kConnectOptions] = options;
  // The caller has it at once.
  socket._releaseControl();
  if (options.session) socket.setSession(options.session);
  if (options.servername) socket.setServername(options.servername);
  if (callback) socket.once('secureConnect', callback);
  socket.on('secure', onSecure);
  socket.prependListener('end', onEnd);
  if (options.socket) {
    socket._start();
  } else if (!socket.destroyed) {
    if (options.timeout) socket.setTimeout(options.timeout);
    socket.connect(options, undefined);
  }
  return socket;
}

function checkName(servername) {
  if (servername && net.isIP(servername)) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.servername', servername, 'Setting the TLS ServerName to an IP address is not permitted.');
  }
}

// The handshake is through: is it the server that was meant?
function onSecure() {
  const options = this[kConnectOptions];
  const error = verify(this, options);
  if (error) {
    this.authorized = false;
    this.authorizationError = error.code || error.message;
    // A script may have said so with something else than a boolean.
    if (options.rejectUnauthorized !== false) {
      this.destroy(error);
      return;
    }
    this.secureConnecting = false;
    this.emit('secureConnect');
  } else {
    this.authorized = true;
    this.secureConnecting = false;
    this.emit('secureConnect');
  }
  this[kIsVerified] = true;
  const session = this[kPendingSession];
  this[kPendingSession] = null;
  if (session) this.emit('session', session);
  this.removeListener('end', onEnd);
}

function verify(socket, options) {
  const weak = weakKey(socket, options);
  if (weak !== undefined) return weak;
  const error = socket.ssl.verifyError();
  if (error !== null) return error;
  // What was found of a session of before still holds; without a certificate, the key was enough.
  if (socket.isSessionReused()) return undefined;
  const chain = socket.ssl.peerCertificates();
  if (chain.length === 0) return undefined;
  const hostname = serverOf(socket);
  if (options.checkServerIdentity === checkServerIdentity && isNamed(hostname, chain[0])) return undefined;
  return options.checkServerIdentity(hostname, socket.getPeerCertificate(true));
}

// The usual case, in which there is no need to take the certificate apart.
function isNamed(hostname, der) {
  const { subjectAltName } = certificateOf(der);
  return subjectAltName !== undefined && checkServerIdentity(hostname, { subjectaltname: subjectAltName }) === undefined;
}

function weakKey(socket, options) {
  const key = socket.ssl.ephemeralKey();
  if (key === undefined || key[0] !== 'DH' || key[2] >= options.minDHSize) return undefined;
  return new codes.ERR_TLS_DH_PARAM_SIZE(key[2]);
}

function onEnd() {
  if (this._hadError) return;
  this._hadError = true;
  const place = this[kConnectOptions];
  const error = new ConnResetException(
    'Client network socket disconnected before secure TLS connection was established');
  for (const name of ['path', 'host', 'port', 'localAddress']) error[name] = place[name];
  this.destroy(error);
}

module.exports = { connect };
