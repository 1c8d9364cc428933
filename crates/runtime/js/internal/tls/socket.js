// TLSSocket: a socket whose bytes are encrypted. Its handle is that of the socket below, with a layer on it.
'use strict';

const net = require('net');
const { Buffer } = require('buffer');
const { setImmediate } = require('timers');
const { codes } = require('internal/errors');
const { getOption } = require('internal/process/options');
const { kHandle, kWriteCallback } = require('internal/net/fields');
const { kEndOfFile, onRead, onWritten } = require('internal/stream_handle');
const { convertALPNProtocols } = require('internal/tls/protocols');
const { createSecureContext, SecureContext } = require('internal/tls/secure_context');
const events = require('internal/tls/handshake_events');
const facts = require('internal/tls/socket_facts');
const { Connection } = require('internal/tls/native');
const { opened } = require('internal/tls/saved_session');
const {
  kALPNCallback, kDisableRenegotiation, kErrorEmitted, kHandshakes, kIsStarted, kIsVerified, kPendingSession, kRes,
} = require('internal/tls/fields');
const { validateBoolean, validateFunction, validateInt32, validateObject, validateString } = require('internal/validators');

let traceWarned = false;

function TLSSocket(socket, opts) {
  if (!(this instanceof TLSSocket)) return new TLSSocket(socket, opts);
  const options = { ...opts };
  convertALPNProtocols(options.ALPNProtocols, options);
  this._tlsOptions = options;
  this._secureEstablished = false;
  this._securePending = false;
  this._newSessionPending = false;
  this._controlReleased = false;
  this.secureConnecting = true;
  this._SNICallback = null;
  this[kALPNCallback] = null;
  this.servername = null;
  this.alpnProtocol = null;
  this.authorized = false;
  this.authorizationError = null;
  this[kRes] = null;
  this[kIsStarted] = false;
  this[kIsVerified] = false;
  this[kPendingSession] = null;
  this[kErrorEmitted] = false;
  this[kDisableRenegotiation] = false;
  this[kHandshakes] = { __proto__: null, last: 0, count: 0 };
  // Scripts look at it to tell such a socket from others.
  this.encrypted = true;
  const context = contextOf(options);
  if (socket && !isPlain(socket) && typeof socket.pause !== 'function') {
    throw new TypeError('stream.pause is not a function');
  }
  const highWaterMark = options.highWaterMark;
  Reflect.apply(net.Socket, this, [{
    __proto__: null,
    allowHalfOpen: socket ? socket.allowHalfOpen : options.allowHalfOpen,
    pauseOnCreate: options.pauseOnConnect,
    manualStart: true,
    highWaterMark,
    onread: !socket ? options.onread : null,
    signal: options.signal,
    lookup: options.lookup,
    noDelay: options.noDelay,
    keepAlive: options.keepAlive,
    keepAliveInitialDelay: options.keepAliveInitialDelay,
    blockList: options.blockList,
  }]);
  if (options.pauseOnConnect) this.pause();
  this.on('error', this._tlsError);
  this._init(socket, context);
  takeBelow(this, socket);
  if (options.enableTrace != null) validateBoolean(options.enableTrace, 'options.enableTrace');
  if (options.enableTrace ?? getOption('--trace-tls')) this.enableTrace();
}
Object.setPrototypeOf(TLSSocket.prototype, net.Socket.prototype);
Object.setPrototypeOf(TLSSocket, net.Socket);

const { prototype } = TLSSocket;
Object.assign(prototype, facts.methods, events.methods);

function contextOf(options) {
  const { secureContext } = options;
  if (secureContext) {
    const native = secureContext.context ?? secureContext;
    if (!(secureContext instanceof SecureContext) && typeof native.setKey !== 'function') {
      throw new codes.ERR_TLS_INVALID_CONTEXT('context');
    }
    return secureContext;
  }
  options.secureContext = createSecureContext(options);
  return options.secureContext;
}

// Whether it is a socket of the system's, that may still have to connect.
function isPlain(socket) {
  return socket instanceof net.Socket && !(socket instanceof TLSSocket) && !(socket._handle?.stream);
}

// Takes over what is below.
function takeBelow(tls, socket) {
  if (!socket) return;
  tls._parent = socket;
  if (!isPlain(socket)) {
    takeDuplex(tls, socket);
    return;
  }
  const handle = socket[kHandle];
  tls.connecting = Boolean(socket.connecting) || !handle;
  if (tls.connecting) {
    socket.once('connect', () => {
      tls.connecting = false;
      attach(tls, socket[kHandle]);
      writeBelow(socket);
      tls.emit('connect');
      readFirst(tls);
    });
  } else {
    attach(tls, handle);
    writeBelow(socket);
    takeBuffered(tls, socket);
    process.nextTick(readFirst, tls);
  }
  socket.on('close', () => tls.destroy());
  socket.on('error', (error) => { if (tls[kHandle] || tls.connecting) tls.destroy(error); });
}

function takeDuplex(tls, stream) {
  const { DuplexHandle } = require('internal/tls/duplex_handle');
  const handle = new DuplexHandle(stream, tls.ssl);
  tls._handle = handle;
  if (stream.connecting) stream.once('connect', () => { tls.connecting = false; tls.emit('connect'); });
  stream.on('error', (error) => tls.destroy(error));
  stream.on('close', () => tls.destroy());
  process.nextTick(readFirst, tls);
}

// What the socket below has read already is ciphertext.
function takeBuffered(tls, socket) {
  if (!(socket.readableLength > 0)) return;
  for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) tls.ssl.receive(chunk);
}

// What is written to the socket below is sent as it is.
function writeBelow(socket) {
  const define = (name, value) => Object.defineProperty(socket, name, { __proto__: null, value, configurable: true });
  define('_writeGeneric', function(isMany, data, encoding, callback) {
    if (!this[kHandle]) {
      callback(new codes.ERR_SOCKET_CLOSED());
      return;
    }
    const pieces = isMany ? data : [{ chunk: data, encoding }];
    for (const { chunk, encoding: name } of pieces) {
      this[kHandle].write(typeof chunk === 'string' ? Buffer.from(chunk, name) : chunk, true);
    }
    callback();
  });
  define('_final', function(callback) {
    this[kHandle]?.shutdown(true);
    callback();
  });
}

function attach(tls, handle) {
  if (tls.destroyed || !handle || !tls.ssl) return;
  tls[kHandle] = null;
  tls._handle = handle;
  handle.handshakes = 0;
  tls.ssl.attach(handle);
}

function readFirst(tls) {
  if (tls.destroyed || !tls[kHandle]) return;
  // A server only answers.
  if (tls._tlsOptions.isServer) tls._start();
  if (tls.destroyed || !tls[kHandle]) return;
  if (tls._readableState.flowing !== false || tls.listenerCount('readable') > 0) tls.read(0);
  else if (!tls._secureEstablished) tls[kHandle].readStart();
}

prototype._init = function(socket, context) {
  const options = this._tlsOptions;
  const isServer = Boolean(options.isServer);
  const ssl = new Connection(context.context, isServer);
  ssl.owner = this;
  this.ssl = ssl;
  this._requestCert = isServer ? Boolean(options.requestCert) : true;
  this._rejectUnauthorized = options.rejectUnauthorized !== false;
  // A client looks at the certificate itself, when the handshake is over.
  ssl.setVerifyMode(verifyMode(this, isServer));
  if (isServer) events.prepareServer(this, ssl, options);
  else if (options.requestOCSP) ssl.requestOCSP();
  if (options.pskCallback) events.preparePsk(this, ssl, options);
  events.prepareKeyLog(this, ssl);
  if (options.ALPNProtocols) {
    if (typeof options.ALPNProtocols !== 'object') throw new TypeError('Must give a Buffer as first argument');
    ssl.setALPNProtocols(options.ALPNProtocols);
  }
  if (options.handshakeTimeout > 0) this.setTimeout(options.handshakeTimeout, this._handleTimeout);
  if (!socket) this.on('connect', startConnected);
};

function verifyMode(socket, isServer) {
  if (!isServer) return 1;
  if (!socket._requestCert) return 0;
  return socket._rejectUnauthorized ? 3 : 1;
}

// It has connected by itself.
function startConnected() {
  if (this.destroyed || !this.ssl) return;
  this.ssl.attach(this[kHandle]);
  this._start();
}

prototype._start = function() {
  if (this.connecting) {
    this.once('connect', this._start);
    return;
  }
  if (!this[kHandle] || !this.ssl || this[kIsStarted]) return;
  this[kIsStarted] = true;
  this.ssl.start();
};

// A client that goes away before the handshake is over leaves nothing to be answered.
prototype[onRead] = function(count, bytes) {
  if (count === kEndOfFile && this._tlsOptions.isServer && !this._secureEstablished) this.destroy();
  else net.Socket.prototype[onRead].call(this, count, bytes);
};

// Callbacks of writes that are through. They run together in the check phase, with those that they add.
const finished = [];

function finishSoon(callback) {
  if (finished.push(callback) === 1) setImmediate(runFinished);
}

function runFinished() {
  let at = 0;
  try {
    while (at < finished.length) finished[at++]();
  } finally {
    finished.splice(0, at);
    if (finished.length > 0) setImmediate(runFinished);
  }
}

// The callback of a write never runs inside of it, also if the system has taken all.
prototype._writeGeneric = function(isMany, data, encoding, callback) {
  // Who writes to a client's side that was not told to begin wants it to.
  if (!this[kIsStarted] && !this.connecting) this._start();
  let isInside = true;
  const done = (error) => {
    if (isInside && !error) finishSoon(callback);
    else callback(error);
  };
  net.Socket.prototype._writeGeneric.call(this, isMany, data, encoding, done);
  isInside = false;
};

prototype._wrapHandle = function() {
  return this[kHandle];
};

prototype._destroySSL = function() {
  if (!this.ssl) return;
  this.ssl.owner = null;
  this.ssl.release();
  this.ssl = null;
};

prototype._destroy = function(error, callback) {
  // One that still connects goes with it.
  const below = this._parent;
  if (below && !this[kHandle] && !below.destroyed) below.destroy();
  net.Socket.prototype._destroy.call(this, error, callback);
  // A write that waits for the handshake will never be through.
  if (this[kWriteCallback] !== null) setImmediate(cancelWrite, this);
  this._destroySSL();
};

const kCancelled = -125;

function cancelWrite(socket) {
  // One that is destroyed tells by itself what became of its writes.
  if (!socket.destroyed) socket[onWritten](kCancelled);
}

// Errors.

prototype._handleTimeout = function() {
  this._emitTLSError(new codes.ERR_TLS_HANDSHAKE_TIMEOUT());
};

prototype._emitTLSError = function(error) {
  const told = this._tlsError(error);
  if (told) this.destroy(told);
  return told;
};

// Until somebody has the socket its errors are the server's business.
prototype._tlsError = function(error) {
  this.emit('_tlsError', error);
  return this._controlReleased ? error : null;
};

prototype._releaseControl = function() {
  if (this._controlReleased) return false;
  this._controlReleased = true;
  this.removeListener('error', this._tlsError);
  return true;
};

// What can be set.

prototype.disableRenegotiation = function() {
  this[kDisableRenegotiation] = true;
};

prototype.setServername = function(name) {
  validateString(name, 'name');
  if (this._tlsOptions.isServer) throw new codes.ERR_TLS_SNI_FROM_SERVER();
  this.ssl.setServername(name);
};

prototype.setSession = function(session) {
  if (session === undefined) return;
  const bytes = typeof session === 'string' ? Buffer.from(session, 'latin1') : session;
  const isBytes = require('internal/util/types').isArrayBufferView(bytes);
  const { isServer } = this._tlsOptions;
  const own = isBytes && !isServer ? opened(viewed(bytes), this) : bytes;
  if (own === undefined) return;
  if (!this.ssl) throw new TypeError("Cannot read properties of null (reading 'setSession')");
  if (!isBytes) {
    const error = new TypeError('Session must be a buffer');
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  this.ssl.setSession(own);
};

function viewed({ buffer, byteOffset, byteLength }) {
  return Buffer.from(buffer, byteOffset, byteLength);
}

prototype.setMaxSendFragment = function setMaxSendFragment(size) {
  validateInt32(size, 'size');
  return this.ssl.setMaxSendFragment(size);
};

prototype.setKeyCert = function(context) {
  if (this.ssl) {
    const secureContext = context instanceof SecureContext ? context : createSecureContext(context);
    this.ssl.setKeyCert(secureContext.context);
  }
};

prototype.enableTrace = function() {
  if (!this.ssl) return null;
  if (!traceWarned) {
    traceWarned = true;
    process.emitWarning('Enabling --trace-tls can expose sensitive data in the resulting log.');
  }
  this.ssl.enableTrace();
};

prototype.renegotiate = function(options, callback) {
  validateObject(options, 'options');
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (this.destroyed || !this.ssl) return undefined;
  changeVerification(this, options);
  if (callback) this.once('secure', () => callback(null));
  // A write that is under way goes before.
  try {
    this.ssl.renegotiate();
  } catch (error) {
    if (callback) process.nextTick(callback, error);
    return false;
  }
  return true;
};

function changeVerification(socket, options) {
  const { requestCert = socket._requestCert, rejectUnauthorized = socket._rejectUnauthorized } = options;
  if (requestCert === socket._requestCert && rejectUnauthorized === socket._rejectUnauthorized) return;
  socket._requestCert = Boolean(requestCert);
  socket._rejectUnauthorized = Boolean(rejectUnauthorized);
  socket.ssl.setVerifyMode(verifyMode(socket, socket._tlsOptions.isServer));
}

module.exports = { TLSSocket };
