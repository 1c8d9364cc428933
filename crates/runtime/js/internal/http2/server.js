// The side that answers: servers and their sessions.
'use strict';

const net = require('net');
const { Buffer } = require('buffer');
const { clearTimeout, setTimeout } = require('timers');
const { URL } = require('internal/url');
const { codes } = require('internal/errors');
const { Http2Session, kMakeStream, kNative, kState } = require('internal/http2/session');
const { ServerHttp2Stream } = require('internal/http2/server_stream');
const { captureRejectionSymbol } = require('events');
const { errorOf } = require('internal/http2/errors');
const { server: channels } = require('internal/http2/channels');
const { kInner } = require('internal/http2/stream');
const { readSessionOptions } = require('internal/http2/options');
const { validateSettings } = require('internal/http2/settings');
const { validateFunction, validateObject } = require('internal/validators');

const kOptions = Symbol('options');
const kSessions = Symbol('sessions');
const kMostOfFrame = 16382;
const kEndStream = 1;

class ServerHttp2Session extends Http2Session {
  constructor(options, socket, server) {
    super(0, options, socket);
    this.server = server;
    server?.[kSessions]?.add(this);
    if (server) this.once('close', forgetSession);
    if (Array.isArray(options.origins)) this._whenConnected(() => this.origin(...options.origins));
  }

  // A request.
  [kMakeStream](id, headers, flags, raw) {
    if (this.closed && this[kState].goawayCode !== null && id > this[kState].goawayLastStream) {
      this[kNative].reset(id, 7);
      return;
    }
    const ends = (flags & kEndStream) !== 0;
    const stream = new ServerHttp2Stream(this, id, { ...this._options.streamOptions }, headers);
    this._keep(stream, id);
    stream[kInner].endAfterHeaders = ends;
    stream[kInner].span?.receivedHeaders();
    if (ends) stream.push(null);
    if (stream.headRequest) stream._isHead = true;
    if (channels.created.hasSubscribers) channels.created.publish({ stream, headers });
    if (channels.start.hasSubscribers) channels.start.publish({ stream, headers });
    if (!this.emit('stream', stream, headers, flags, raw)) stream.close(7);
  }

  altsvc(alternative, originOrStream) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    const isStream = typeof originOrStream === 'number';
    if (isStream) checkStreamNumber(originOrStream);
    const origin = isStream || originOrStream === undefined ? '' : alternativeOrigin(originOrStream);
    if (typeof alternative !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('alt', 'string', alternative);
    if (!isPrintable(alternative)) throw new codes.ERR_INVALID_CHAR('alt');
    if (alternative.length + Buffer.byteLength(origin) > kMostOfFrame) throw new codes.ERR_HTTP2_ALTSVC_LENGTH();
    this[kNative].altsvc(isStream ? originOrStream : 0, origin, alternative);
  }

  origin(...given) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (given.length === 0) return;
    let length = 0;
    const origins = given.map((item) => {
      let origin;
      if (typeof item === 'string') origin = new URL(item).origin;
      else if (item != null && typeof item === 'object') ({ origin } = item);
      if (typeof origin !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('origin', ['string', 'URL', 'object'], item);
      if (origin === 'null') throw new codes.ERR_HTTP2_INVALID_ORIGIN();
      length += origin.length;
      return origin;
    });
    if (length > kMostOfFrame) throw new codes.ERR_HTTP2_ORIGIN_LENGTH();
    const status = this[kNative].origins(origins);
    if (status < 0) this.destroy(errorOf(status));
  }
}

function checkStreamNumber(number) {
  if (number === 0 || number >>> 0 !== number) {
    throw new codes.ERR_OUT_OF_RANGE('originOrStream', `> 0 && < ${2 ** 32}`, number);
  }
}

function alternativeOrigin(given) {
  const origin = typeof given === 'string' ? new URL(given).origin : given?.origin;
  if (typeof origin !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('originOrStream', ['string', 'number', 'URL', 'object'], given);
  }
  if (origin === '' || origin === 'null') throw new codes.ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
  return origin;
}

function isPrintable(text) {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

function forgetSession() {
  this.server[kSessions].delete(this);
}

// A listener of servers: makes a session of a connection.
function connectionListener(socket) {
  const options = this[kOptions] ?? {};
  if (socket.alpnProtocol === false || socket.alpnProtocol === 'http/1.1') {
    if (options.allowHTTP1 === true) {
      require('internal/http/connection').connectionListener.call(this, socket);
      return;
    }
    refuseProtocol(this, socket, options);
    return;
  }
  let session;
  try {
    session = new ServerHttp2Session(options, socket, this);
  } catch (error) {
    socket.destroy(error);
    return;
  }
  socket.on('error', ignore);
  session.on('stream', sessionStream);
  session.on('error', sessionFailed);
  session.on('timeout', sessionTimedOut);
  if (this.timeout) session.setTimeout(this.timeout);
  this.emit('session', session);
}

function ignore() {}

function refuseProtocol(server, socket, options) {
  const timer = setTimeout(() => { if (!socket.destroyed) socket.destroy(); }, options.unknownProtocolTimeout);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  if (server.emit('unknownProtocol', socket)) return;
  socket.end('HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n\r\n' +
    'Missing ALPN Protocol, expected `h2` to be available.\n' +
    'If this is a HTTP request: The server was not configured with the `allowHTTP1` option ' +
    'or a listener for the `unknownProtocol` event.\n');
}

function sessionStream(stream, headers, flags, raw) {
  this.server?.emit('stream', stream, headers, flags, raw);
}

function sessionFailed(error) {
  this.server?.emit('sessionError', error, this);
}

function sessionTimedOut() {
  if (this.destroyed) return;
  if (this.listenerCount('timeout') > 1) return;
  const { server } = this;
  if (!server?.emit('timeout', this)) this.destroy();
}

function readServerOptions(options) {
  const given = readSessionOptions(options, true);
  given.isServer = true;
  const http = require('http');
  const { Http2ServerRequest } = require('internal/http2/compat_request');
  const { Http2ServerResponse } = require('internal/http2/compat_response');
  given.Http1IncomingMessage ??= http.IncomingMessage;
  given.Http1ServerResponse ??= http.ServerResponse;
  given.Http2ServerRequest ??= Http2ServerRequest;
  given.Http2ServerResponse ??= Http2ServerResponse;
  return given;
}

// What both kinds of servers have beside their nature.
const shared = {
  setTimeout(msecs, callback) {
    this.timeout = msecs;
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.on('timeout', callback);
    }
    return this;
  },

  [captureRejectionSymbol](error, event, ...args) {
    if (!takeRejection(this, error, event, args)) {
      net.Server.prototype[captureRejectionSymbol].call(this, error, event, ...args);
    }
  },

  updateSettings(settings) {
    validateObject(settings, 'settings');
    validateSettings(settings);
    this[kOptions].settings = { ...this[kOptions].settings, ...settings };
  },
};

function begin(server, options, requestListener) {
  server[kOptions] = options;
  server[kSessions] = new Set();
  server.timeout = 0;
  server.on('newListener', prepareCompat);
  if (options.allowHTTP1 === true) takeHttp1(server, options);
  if (typeof requestListener === 'function') server.on('request', requestListener);
}

// Clients that know HTTP/1 alone are answered as a server of https does.
function takeHttp1(server, options) {
  const { Server, setupConnectionsTracking, storeHTTPOptions } = require('internal/http/server');
  const { kConnections } = require('internal/http/connection');
  storeHTTPOptions.call(server, {
    ...options,
    IncomingMessage: options.Http1IncomingMessage,
    ServerResponse: options.Http1ServerResponse,
    ...options.http1Options,
  });
  server.httpAllowHalfOpen = false;
  server.maxHeadersCount = null;
  server.maxRequestsPerSocket = 0;
  server[kConnections] = new Set();
  for (const name of ['closeIdleConnections', 'closeAllConnections', 'responseOptions']) {
    Object.defineProperty(server, name, {
      __proto__: null, value: Server.prototype[name], configurable: true, writable: true,
    });
  }
  server.on('listening', setupConnectionsTracking);
}

// The first who listens for requests has them made.
function prepareCompat(name) {
  if (name !== 'request') return;
  this.removeListener('newListener', prepareCompat);
  const { onServerStream } = require('internal/http2/compat_response');
  const options = this[kOptions];
  this.on('stream', onServerStream.bind(this, options.Http2ServerRequest, options.Http2ServerResponse));
}

// A listener that was an async function has failed: the client is told, where it can be.
function takeRejection(server, error, event, args) {
  switch (event) {
    case 'stream': {
      const { 0: stream } = args;
      if (stream.headersSent) stream.destroy(error);
      else {
        stream.respond({ ':status': 500 });
        stream.end();
      }
      return true;
    }
    case 'request': {
      const { 1: response } = args;
      if (response.headersSent || response.finished) response.stream.destroy(error);
      else {
        response.statusCode = 500;
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        response.end('Internal Server Error');
      }
      return true;
    }
    default:
      return false;
  }
}

function closeSessions(server) {
  if (server[kOptions].allowHTTP1 === true) require('internal/http/server').httpServerPreClose(server);
  for (const session of [...server[kSessions]]) session.close();
}

class Http2Server extends net.Server {
  constructor(options, requestListener) {
    const given = readServerOptions(options);
    super(given, connectionListener);
    begin(this, given, requestListener);
  }

  close(callback) {
    const result = super.close(callback);
    closeSessions(this);
    return result;
  }
}
Object.assign(Http2Server.prototype, shared);

let Http2SecureServer;

function secureServerClass() {
  if (Http2SecureServer !== undefined) return Http2SecureServer;
  const tls = require('tls');
  Http2SecureServer = class Http2SecureServer extends tls.Server {
    constructor(options, requestListener) {
      const given = readServerOptions(options);
      // A function that chooses the protocol cannot stand beside a list; tls refuses a script that gives both.
      if (typeof given.ALPNCallback !== 'function') {
        given.ALPNProtocols = given.allowHTTP1 === true ? ['h2', 'http/1.1'] : ['h2'];
      }
      super(given, connectionListener);
      begin(this, given, requestListener);
      this.on('tlsClientError', (error, socket) => { if (!this.emit('clientError', error, socket)) socket.destroy(error); });
    }

    close(callback) {
      const result = super.close(callback);
      closeSessions(this);
      return result;
    }
  };
  Object.assign(Http2SecureServer.prototype, shared);
  return Http2SecureServer;
}

function readListener(options, listener) {
  return typeof options === 'function' ? [{}, options] : [options, listener];
}

function createServer(options, listener) {
  const { 0: given, 1: requestListener } = readListener(options, listener);
  return new Http2Server(given, requestListener);
}

function createSecureServer(options, listener) {
  if (options !== undefined) validateObject(options, 'options');
  return new (secureServerClass())(options, listener);
}

// A session on a socket that a script has accepted itself.
function performServerHandshake(socket, options = {}) {
  return new ServerHttp2Session(readServerOptions(options), socket, undefined);
}

module.exports = {
  ServerHttp2Session, connectionListener, createSecureServer, createServer, performServerHandshake,
};
