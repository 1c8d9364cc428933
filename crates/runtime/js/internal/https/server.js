// Server of https: requests of HTTP/1 over TLS.
'use strict';

const tls = require('tls');
const { Server: HttpServer, connectionListener, httpServerPreClose, setupConnectionsTracking, storeHTTPOptions } =
  require('internal/http/server');
const { kConnections, kUniqueHeaders } = require('internal/http/connection');
const { parseUniqueHeadersOption } = require('internal/http/outgoing');
const { validateObject } = require('internal/validators');

function Server(options, requestListener) {
  if (!(this instanceof Server)) return new Server(options, requestListener);
  let given = options;
  let listener = requestListener;
  if (typeof options === 'function') {
    listener = options;
    given = {};
  } else if (options === null || options === undefined) {
    given = {};
  } else {
    validateObject(options, 'options');
    given = { ...options };
  }
  given.noDelay ??= true;
  if (!given.ALPNProtocols && !given.ALPNCallback) given.ALPNProtocols = ['http/1.1'];
  storeHTTPOptions.call(this, given);
  Reflect.apply(tls.Server, this, [{ ...given, allowHalfOpen: true }, connectionListener]);
  this.httpAllowHalfOpen = false;
  if (listener) this.addListener('request', listener);
  this.addListener('tlsClientError', onTlsClientError);
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this[kUniqueHeaders] = parseUniqueHeadersOption(given.uniqueHeaders);
  this[kConnections] = new Set();
  this.on('listening', setupConnectionsTracking);
}
Object.setPrototypeOf(Server.prototype, tls.Server.prototype);
Object.setPrototypeOf(Server, tls.Server);

function onTlsClientError(error, socket) {
  if (!this.emit('clientError', error, socket)) socket.destroy(error);
}

const { prototype } = Server;

prototype.closeAllConnections = HttpServer.prototype.closeAllConnections;
prototype.closeIdleConnections = HttpServer.prototype.closeIdleConnections;
prototype.setTimeout = HttpServer.prototype.setTimeout;
Object.defineProperty(
  prototype, 'responseOptions', Object.getOwnPropertyDescriptor(HttpServer.prototype, 'responseOptions'));

prototype.close = function close(callback) {
  httpServerPreClose(this);
  Reflect.apply(tls.Server.prototype.close, this, [callback]);
  return this;
};

prototype[Symbol.asyncDispose] = async function() {
  await new Promise((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

module.exports = { Server };
