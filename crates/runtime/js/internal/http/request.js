// ClientRequest: a request that a client makes.
'use strict';

const net = require('net');
const { codes, ConnResetException } = require('internal/errors');
const channels = require('internal/http/channels');
const perf = require('internal/http/perf');
const proxy = require('internal/http/proxy');
const { OutgoingMessage, parseUniqueHeadersOption } = require('internal/http/outgoing');
const { attach } = require('internal/http/client_connection');
const {
  agentFor, checkHost, checkParserOptions, checkPath, checkProtocol, durationOf, methodOf, readArguments,
} = require('internal/http/request_options');

const kMethodsWithoutBody = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

function ClientRequest(input, options, callback) {
  // What is applied, here and in what follows, is compiled by itself: see docs/engine-speed.md.
  Reflect.apply(OutgoingMessage, this, []);
  const read = readArguments(input, options, callback);
  const given = read.options;
  const agent = agentFor(given);
  this.agent = agent;
  if (given.path) checkPath(given.path);
  this.protocol = checkProtocol(given, agent);
  const defaultPort = given.defaultPort || agent?.defaultPort;
  given.port = given.port || defaultPort || 80;
  given.host = checkHost(given.hostname, 'hostname') || checkHost(given.host, 'host') || 'localhost';
  this.socketPath = given.socketPath;
  if (given.timeout !== undefined) this.timeout = durationOf(given.timeout, 'timeout');
  else if (agent?.options?.timeout) this.timeout = agent.options.timeout;
  this.method = methodOf(given.method);
  checkParserOptions(given);
  this.maxHeaderSize = given.maxHeaderSize;
  this.insecureHTTPParser = given.insecureHTTPParser;
  this.httpValidation = given.httpValidation;
  this._isRelaxed = given.httpValidation === 'relaxed' || given.httpValidation === 'insecure';
  this.joinDuplicateHeaders = given.joinDuplicateHeaders;
  this._path = given.path || '/';
  if (given.highWaterMark !== undefined) this._highWaterMark = given.highWaterMark;
  if (read.callback) this.once('response', read.callback);
  if (kMethodsWithoutBody.has(this.method)) this.useChunkedEncodingByDefault = false;
  this._ended = false;
  this.res = null;
  this.aborted = false;
  this.timeoutCb = null;
  this.upgradeOrConnect = false;
  this.parser = null;
  this.maxHeadersCount = null;
  this.reusedSocket = false;
  this.host = given.host;
  this._error = undefined;
  this._hasFailed = false;
  this._isGivenBack = false;
  if (given.setDefaultHeaders === false) {
    this._removedConnection = true;
    this._removedContLen = true;
    this._removedTE = true;
  }
  this._span = undefined;
  this._uniqueHeaders = parseUniqueHeadersOption(given.uniqueHeaders);
  chooseKeepAlive(this, agent);
  Reflect.apply(takeHeaders, undefined, [this, given, defaultPort]);
  if (given.signal) addSignal(this, given.signal);
  if (channels.clientCreated.hasSubscribers) channels.clientCreated.publish({ request: this });
  // It is the request that is aborted, and the connection by it.
  if ('signal' in given) delete given.signal;
  if (agent) Reflect.apply(agent.addRequest, agent, [this, given]);
  else connectAlone(this, given);
}
Object.setPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
Object.setPrototypeOf(ClientRequest, OutgoingMessage);

// A connection is kept if the agent may use it again.
function chooseKeepAlive(req, agent) {
  const isKept = agent !== undefined && (agent.keepAlive || Number.isFinite(agent.maxSockets));
  req._last = !isKept;
  req.shouldKeepAlive = Boolean(isKept);
}

function addSignal(req, signal) {
  require('internal/streams/add_abort_signal').addAbortSignal(signal, req);
}

// Header fields.

function takeHeaders(req, options, defaultPort) {
  const { headers } = options;
  const isProxied = proxy.isForwarded(req.agent, options);
  if (Array.isArray(headers)) {
    if (isProxied) proxy.addressTo(req.agent, req, options);
    req._storeHeader(requestLine(req), headers);
    return;
  }
  if (headers) {
    for (const name of Object.keys(headers)) req.setHeader(name, headers[name]);
  }
  if (wantsHost(options) && !req.getHeader('host')) {
    req.setHeader('Host', req.method === 'CONNECT' && options.path ? options.path : hostField(options, defaultPort));
  }
  if (options.auth && !req.getHeader('Authorization')) req.setHeader('Authorization', basicAuth(options.auth));
  if (isProxied) proxy.addressTo(req.agent, req, options);
  if (req.getHeader('expect')) req._storeHeader(requestLine(req), req._fields);
}

function wantsHost({ setHost, setDefaultHeaders }) {
  return setHost === undefined ? setDefaultHeaders !== false : Boolean(setHost);
}

function hostField(options, defaultPort) {
  const { host, port } = options;
  // An IPv6 address is in brackets, as it has colons of its own.
  const isAddress = host.indexOf(':') !== -1 && host.indexOf(':') !== host.lastIndexOf(':') && host[0] !== '[';
  const name = isAddress ? `[${host}]` : host;
  return port && Number(port) !== defaultPort ? `${name}:${port}` : name;
}

function basicAuth(auth) {
  const { Buffer } = require('buffer');
  return `Basic ${Buffer.from(auth).toString('base64')}`;
}

function requestLine(req) {
  return `${req.method} ${req.path} HTTP/1.1\r\n`;
}

const { prototype } = ClientRequest;

Object.defineProperty(prototype, 'path', {
  __proto__: null,
  get() { return this._path; },
  set(path) {
    checkPath(path);
    this._path = String(path);
  },
  configurable: true,
  enumerable: true,
});

prototype._implicitHeader = function _implicitHeader() {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('render');
  this._storeHeader(requestLine(this), this._fields ?? undefined);
};

prototype._finish = function _finish() {
  OutgoingMessage.prototype._finish.call(this);
  if (channels.clientStart.hasSubscribers) channels.clientStart.publish({ request: this });
  if (perf.isObserved()) {
    const host = this.getHeader('host') ?? this.host;
    this._span = perf.startClient(this.method, `${this.protocol}//${host}`, this.path, this.getHeaders());
  }
};

// The connection.

function connectAlone(req, options) {
  const own = { __proto__: null, ...options };
  // A path is that of a socket's name there.
  own.path = own.socketPath;
  if (typeof options.createConnection !== 'function') {
    req.onSocket(net.createConnection(own));
    return;
  }
  let isCalled = false;
  const hasConnection = (error, socket) => {
    if (isCalled) return;
    isCalled = true;
    if (error) process.nextTick(() => emitError(req, error));
    else req.onSocket(socket);
  };
  try {
    const socket = options.createConnection(own, hasConnection);
    if (socket) hasConnection(null, socket);
  } catch (error) {
    hasConnection(error);
  }
}

prototype.onSocket = function onSocket(socket, error) {
  // It may fail before the request listens to it.
  const listener = socket && !error ? (failure) => { this._error ??= failure; } : undefined;
  if (listener !== undefined) socket.on('error', listener);
  process.nextTick(takeSocket, this, socket, error, listener);
};

function takeSocket(req, socket, error, listener) {
  if (listener !== undefined) socket.removeListener('error', listener);
  if (!req.destroyed && !error && !req._error) {
    Reflect.apply(attach, undefined, [req, socket]);
    Reflect.apply(req._flush, req, []);
    return;
  }
  const reason = error || req._error;
  if (!socket) {
    endWithout(req, reason);
    return;
  }
  if (!reason && req.agent && !socket.destroyed) {
    // The next request may have it.
    socket._httpMessage = req;
    socket.emit('free');
    endWithout(req, reason);
    return;
  }
  const { eos } = require('internal/streams/end_of_stream');
  eos(socket.destroy(reason), (failure) => {
    const cause = failure?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? null : failure;
    endWithout(req, cause || reason);
  });
}

// It is over before it had a connection.
function endWithout(req, reason) {
  const error = reason || (req.aborted ? undefined : new ConnResetException('socket hang up'));
  if (error) emitError(req, error);
  req.destroyed = true;
  req._closed = true;
  req.emit('close');
}

function emitError(req, error) {
  if (channels.clientError.hasSubscribers) channels.clientError.publish({ request: req, error });
  req.emit('error', error);
}

// Calls a function with the socket, as soon as there is one.
function withSocket(req, act) {
  if (req.socket) act(req.socket);
  else req.once('socket', act);
}

prototype._deferToConnect = function _deferToConnect(method, args) {
  withSocket(this, (socket) => {
    const call = () => Reflect.apply(socket[method], socket, args);
    if (socket.writable) call();
    else socket.once('connect', call);
  });
};

prototype.setNoDelay = function setNoDelay(noDelay) {
  this._deferToConnect('setNoDelay', [noDelay]);
};

prototype.setSocketKeepAlive = function setSocketKeepAlive(enable, initialDelay) {
  this._deferToConnect('setKeepAlive', [enable, initialDelay]);
};

// Timeouts.

prototype.setTimeout = function setTimeout(msecs, callback) {
  if (this._ended) return this;
  listenForTimeout(this);
  const duration = durationOf(msecs, 'msecs');
  if (callback) this.once('timeout', callback);
  withSocket(this, (socket) => startTimeout(socket, duration));
  return this;
};

// A connection that is being made is given its time.
function startTimeout(socket, msecs) {
  if (socket.connecting) socket.once('connect', function() { this.setTimeout(msecs); });
  else socket.setTimeout(msecs);
}

function listenForTimeout(req) {
  if (req.timeoutCb) return;
  req.timeoutCb = emitTimeout;
  if (req.socket) req.socket.once('timeout', emitTimeout);
  else req.on('socket', (socket) => socket.once('timeout', emitTimeout));
}

function emitTimeout() {
  this._httpMessage?.emit('timeout');
}

prototype.clearTimeout = function clearTimeout(callback) {
  this.setTimeout(0, callback);
};

// Ends.

prototype.abort = function abort() {
  if (this.aborted) return;
  this.aborted = true;
  process.nextTick(emitAbort, this);
  this.destroy();
};

function emitAbort(req) {
  req.emit('abort');
}

prototype.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  // What is left of the answer nobody wants.
  this.res?._dump();
  this._error = error;
  this.socket?.destroy(error);
  return this;
};

module.exports = { ClientRequest, emitError, emitTimeout };
require('internal/http/client_connection').setRequestFunctions({ emitError, listenForTimeout });
