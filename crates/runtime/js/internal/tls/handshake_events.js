// What a TLSSocket hears of its handshakes, and what it answers.
'use strict';

const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const {
  onCertificateWanted, onChooseProtocol, onFailed, onHandshakeDone, onHandshakeStarted, onHello, onKeyLog, onNewSession,
  onPsk, onStatus,
} = require('internal/tls/native');
const {
  kALPNCallback, kDisableRenegotiation, kHandshakes, kIsVerified, kPendingSession, kPskCallback,
} = require('internal/tls/fields');
const { kHandle } = require('internal/net/fields');
const { sealed } = require('internal/tls/saved_session');
const { validateObject, validateString } = require('internal/validators');

const tls = () => require('tls');

const kMostIdentity = 128;
const kMostKey = 256;

const methods = {};

// Beginning.

function prepareServer(socket, ssl, options) {
  const { server } = options;
  if (server && (server.listenerCount('resumeSession') > 0 || server.listenerCount('newSession') > 0)) ssl.keepSessions();
  const wantsStatus = server && server.listenerCount('OCSPRequest') > 0;
  const { SNICallback } = options;
  const { defaultSNICallback } = require('internal/tls/sni');
  const asksName = SNICallback && (SNICallback !== defaultSNICallback || server?._contexts.length > 0);
  if (asksName) {
    if (typeof SNICallback !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('options.SNICallback', 'Function', SNICallback);
    socket._SNICallback = SNICallback;
  }
  if (asksName || wantsStatus) ssl.askForCertificate();
  const { ALPNCallback } = options;
  if (ALPNCallback) {
    if (typeof ALPNCallback !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('options.ALPNCallback', 'Function', ALPNCallback);
    socket[kALPNCallback] = ALPNCallback;
    ssl.chooseProtocol();
  }
}

function preparePsk(socket, ssl, options) {
  const { pskCallback, isServer, pskIdentityHint, secureContext } = options;
  socket[kPskCallback] = pskCallback;
  ssl.askForPsk();
  if (!isServer || pskIdentityHint === undefined || pskIdentityHint === null) return;
  validateString(pskIdentityHint, 'options.pskIdentityHint');
  try {
    secureContext.context.setPskIdentityHint(pskIdentityHint);
  } catch {
    process.nextTick(() => socket.destroy(new codes.ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED()));
  }
}

// Secrets are told if somebody listens, or if a file is to have them.
function prepareKeyLog(socket, ssl) {
  const logs = () => ssl.logKeys();
  if (require('internal/tls/key_log').path() !== undefined) logs();
  socket.on('newListener', function listen(event) {
    if (event !== 'keylog') return;
    if (socket.ssl) logs();
    socket.removeListener('newListener', listen);
  });
  const { server } = socket._tlsOptions;
  if (server && server.listenerCount('keylog') > 0) logs();
}

methods[onKeyLog] = function(line) {
  require('internal/tls/key_log').write(line);
  this.emit('keylog', line);
  const { server } = this._tlsOptions;
  if (this._tlsOptions.isServer && server) server.emit('keylog', line, this);
};

// The server has to do more for a handshake than the client: clients that begin many are stopped.
methods[onHandshakeStarted] = function() {
  const handshakes = this[kHandshakes];
  const now = binding('timers').now();
  const { CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } = tls();
  if (now - handshakes.last >= CLIENT_RENEG_WINDOW * 1000) handshakes.count = 0;
  const isFirst = handshakes.last === 0;
  handshakes.last = now;
  if (isFirst || !this._tlsOptions.isServer) return;
  handshakes.count++;
  if (this[kHandle]) this[kHandle].handshakes = handshakes.count;
  if (handshakes.count > CLIENT_RENEG_LIMIT) this._emitTLSError(new codes.ERR_TLS_SESSION_ATTACK());
  else if (this[kDisableRenegotiation]) this._emitTLSError(new codes.ERR_TLS_RENEGOTIATION_DISABLED());
};

// Ends.

methods[onHandshakeDone] = function() {
  this._finishInit();
};

methods._finishInit = function() {
  // It was destroyed meanwhile.
  if (!this.ssl) return;
  if (this._newSessionPending) {
    this._securePending = true;
    return;
  }
  this.alpnProtocol = this.ssl.getALPNNegotiatedProtocol() ?? false;
  this.servername = this.ssl.getServername() ?? false;
  this._secureEstablished = true;
  this.secureConnecting = false;
  if (this._tlsOptions.handshakeTimeout > 0) this.setTimeout(0, this._handleTimeout);
  this.emit('secure');
};

methods[onFailed] = function(error) {
  if (this._hadError) return;
  this._hadError = true;
  if (this._secureEstablished || this._tlsOptions.isServer !== true) {
    if (this._secureEstablished) {
      // A client without a certificate is let go without a word.
      if (this._tlsOptions.isServer && this._rejectUnauthorized && /peer did not return a certificate/.test(error.message)) {
        this.destroy();
        return;
      }
      this._emitTLSError(error);
      return;
    }
  }
  // Nobody has the socket yet: it hears of the error by 'error', which goes to who waits for the socket.
  this.destroy(error);
};

// Sessions.

methods[onNewSession] = function(id, session) {
  const { isServer, server } = this._tlsOptions;
  if (!isServer) {
    const kept = sealed(session, this);
    if (this[kIsVerified]) this.emit('session', kept);
    else this[kPendingSession] = kept;
    return;
  }
  let isDone = false;
  const done = () => {
    if (isDone) return;
    isDone = true;
    if (!this.ssl) return;
    this.ssl.newSessionDone();
    this._newSessionPending = false;
    if (this._securePending) this._finishInit();
    this._securePending = false;
  };
  this._newSessionPending = true;
  try {
    if (!server.emit('newSession', id, session, done)) done();
  } catch (error) {
    server.emit('error', error);
  }
};

// What a script throws that is asked is an error of the connection.
function guarded(socket, act) {
  try {
    return act();
  } catch (error) {
    socket.destroy(error);
    return undefined;
  }
}

methods[onHello] = function(id, name, hasTicket) {
  const { server } = this._tlsOptions;
  if (id.length === 0 || hasTicket || !server || server.listenerCount('resumeSession') === 0) {
    this.ssl.helloDone();
    return;
  }
  let isDone = false;
  guarded(this, () => server.emit('resumeSession', id, (error, session) => {
    if (isDone) {
      this.destroy(new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    isDone = true;
    if (error) this.destroy(error);
    else if (!this.ssl) this.destroy(new codes.ERR_SOCKET_CLOSED());
    else this.ssl.helloDone(session ?? undefined);
  }));
};

// Certificates.

methods[onCertificateWanted] = function(name, wantsStatus) {
  if (name) this.servername = name;
  if (!name || !this._SNICallback) {
    askForStatus(this, undefined, wantsStatus);
    return;
  }
  let isDone = false;
  guarded(this, () => this._SNICallback(name, (error, context) => {
    if (isDone) {
      this.destroy(new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    isDone = true;
    if (error) {
      this.destroy(error);
      return;
    }
    if (!this.ssl) {
      this.destroy(new codes.ERR_SOCKET_CLOSED());
      return;
    }
    const native = context ? context.context ?? context : undefined;
    if (native !== undefined && typeof native.getTicketKeys !== 'function') {
      this.destroy(invalidContext());
      return;
    }
    askForStatus(this, native, wantsStatus);
  }));
};

function invalidContext() {
  const error = new TypeError('Invalid SNI context');
  error.code = 'ERR_TLS_INVALID_CONTEXT';
  return error;
}

function askForStatus(socket, native, wantsStatus) {
  const { server } = socket._tlsOptions;
  if (!wantsStatus || !server || server.listenerCount('OCSPRequest') === 0) {
    socket.ssl.certificateDone(native);
    return;
  }
  const { asBuffer } = require('internal/tls/native');
  const shown = native ?? server._sharedCreds.context;
  let isDone = false;
  const answer = (error, response) => {
    if (isDone) {
      socket.destroy(new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    isDone = true;
    if (error) {
      socket.destroy(error);
      return;
    }
    if (!socket.ssl) {
      socket.destroy(new codes.ERR_SOCKET_CLOSED());
      return;
    }
    if (response) socket.ssl.setOCSPResponse(response);
    socket.ssl.certificateDone(native);
  };
  guarded(socket, () => {
    server.emit('OCSPRequest', asBuffer(shown.getCertificate()), asBuffer(shown.getIssuer()), answer);
  });
}

methods[onStatus] = function(response) {
  if (!this._tlsOptions.isServer) this.emit('OCSPResponse', response ?? null);
};

// Answers at once.

methods[onChooseProtocol] = function(servername, protocols) {
  return guarded(this, () => {
    const chosen = this[kALPNCallback]({ servername, protocols });
    if (chosen === undefined || protocols.includes(chosen)) return chosen;
    throw new codes.ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(chosen, protocols);
  });
};

methods[onPsk] = function(name) {
  return guarded(this, () => (this._tlsOptions.isServer ? serverKey(this, name) : clientKey(this, name)));
};

function checkKey(psk, name) {
  if (!isArrayBufferView(psk)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], psk);
  }
  if (psk.byteLength > kMostKey) {
    throw new codes.ERR_INVALID_ARG_VALUE('psk', psk, `Pre-shared key exceeds ${kMostKey} bytes`);
  }
}

function serverKey(socket, identity) {
  const given = socket[kPskCallback](socket, identity);
  if (given === null || given === undefined) return undefined;
  const psk = isArrayBufferView(given) ? given : pskOf(given);
  checkKey(psk, 'ret');
  return psk;
}

function pskOf(given) {
  if (typeof given !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('ret', ['Object', 'Buffer', 'TypedArray', 'DataView'], given);
  return given.psk;
}

function clientKey(socket, hint) {
  const given = socket[kPskCallback](hint ?? null);
  if (given === null || given === undefined) return undefined;
  validateObject(given, 'ret');
  const { psk, identity } = given;
  checkKey(psk, 'ret.psk');
  validateString(identity, 'ret.identity');
  if (require('buffer').Buffer.byteLength(identity) > kMostIdentity) {
    throw new codes.ERR_INVALID_ARG_VALUE('identity', identity, `PSK identity exceeds ${kMostIdentity} bytes`);
  }
  return [identity, psk];
}

module.exports = { methods, prepareKeyLog, preparePsk, prepareServer };
