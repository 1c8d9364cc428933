// Server: answers requests.
'use strict';

const EventEmitter = require('events');
const net = require('net');
const { codes } = require('internal/errors');
const {
  IncomingMessage, ServerResponse, connectionListener, kConnections, kIncomingMessage, kOptimizeEmptyRequests,
  kServerResponse, kUniqueHeaders,
} = require('internal/http/connection');
const { parseUniqueHeadersOption } = require('internal/http/outgoing');
const { clearInterval, setInterval } = require('timers');
const {
  validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');

const kConnectionsCheckingInterval = Symbol('http.server.connectionsCheckingInterval');

const kMinute = 60_000;

function Server(options, requestListener) {
  if (!(this instanceof Server)) return new Server(options, requestListener);
  const { given, listener } = readArguments(options, requestListener);
  storeHTTPOptions.call(this, given);
  net.Server.call(this, socketOptions(given));
  // Until all is answered, the other direction stays open.
  this.httpAllowHalfOpen = false;
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this[kUniqueHeaders] = parseUniqueHeadersOption(given.uniqueHeaders);
  this[kConnections] = new Set();
  // The listener of a script is the first, should it look.
  const own = { request: listener, connection: connectionListener, listening: setupConnectionsTracking };
  for (const event of Object.keys(own)) {
    if (own[event]) this.on(event, own[event]);
  }
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

// { given, listener } of ([options][, listener]).
function readArguments(options, listener) {
  if (typeof options === 'function') return { given: {}, listener: options };
  if (options == null) return { given: {}, listener };
  validateObject(options, 'options');
  return { given: { ...options }, listener };
}

function socketOptions({ noDelay = true, keepAlive, keepAliveInitialDelay, highWaterMark, blockList }) {
  return { allowHalfOpen: true, noDelay: noDelay ?? true, keepAlive, keepAliveInitialDelay, highWaterMark, blockList };
}

function milliseconds(value, name, usual) {
  if (value === undefined) return usual;
  validateInteger(value, name, 0);
  return value;
}

// Takes what is said of requests and answers in the options of a server, of this module or of https.
function storeHTTPOptions(options) {
  this[kIncomingMessage] = options.IncomingMessage || IncomingMessage;
  this[kServerResponse] = options.ServerResponse || ServerResponse;
  const { maxHeaderSize, insecureHTTPParser, httpValidation } = options;
  if (maxHeaderSize !== undefined) validateInteger(maxHeaderSize, 'maxHeaderSize', 0);
  this.maxHeaderSize = maxHeaderSize;
  checkValidation(httpValidation, insecureHTTPParser);
  this.insecureHTTPParser = insecureHTTPParser;
  this.httpValidation = httpValidation;
  this.isRelaxed = httpValidation === 'relaxed' || httpValidation === 'insecure';
  storeTimeouts(this, options);
  storeSwitches(this, options);
}

function checkValidation(httpValidation, insecureHTTPParser) {
  if (insecureHTTPParser !== undefined) validateBoolean(insecureHTTPParser, 'options.insecureHTTPParser');
  if (httpValidation === undefined) return;
  validateOneOf(httpValidation, 'options.httpValidation', ['strict', 'relaxed', 'insecure']);
  if (insecureHTTPParser !== undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.httpValidation', httpValidation, 'cannot be used together with options.insecureHTTPParser');
  }
}

function storeTimeouts(server, options) {
  server.requestTimeout = milliseconds(options.requestTimeout, 'requestTimeout', 5 * kMinute);
  server.headersTimeout = milliseconds(
    options.headersTimeout, 'headersTimeout', Math.min(kMinute, server.requestTimeout));
  if (server.requestTimeout > 0 && server.headersTimeout > server.requestTimeout) {
    throw new codes.ERR_OUT_OF_RANGE('headersTimeout', '<= requestTimeout', options.headersTimeout);
  }
  server.keepAliveTimeout = milliseconds(options.keepAliveTimeout, 'keepAliveTimeout', 5000);
  server.keepAliveTimeoutBuffer = milliseconds(options.keepAliveTimeoutBuffer, 'keepAliveTimeoutBuffer', 1000);
  server.connectionsCheckingInterval =
    milliseconds(options.connectionsCheckingInterval, 'connectionsCheckingInterval', 30_000);
}

function storeSwitches(server, options) {
  const {
    requireHostHeader, joinDuplicateHeaders, rejectNonStandardBodyWrites, optimizeEmptyRequests, shouldUpgradeCallback,
  } = options;
  for (const name of ['requireHostHeader', 'joinDuplicateHeaders', 'rejectNonStandardBodyWrites', 'optimizeEmptyRequests']) {
    if (options[name] !== undefined) validateBoolean(options[name], `options.${name}`);
  }
  server.requireHostHeader = requireHostHeader ?? true;
  server.joinDuplicateHeaders = joinDuplicateHeaders;
  server.rejectNonStandardBodyWrites = rejectNonStandardBodyWrites ?? false;
  server[kOptimizeEmptyRequests] = optimizeEmptyRequests ?? false;
  if (shouldUpgradeCallback !== undefined) validateFunction(shouldUpgradeCallback, 'options.shouldUpgradeCallback');
  server.shouldUpgradeCallback = shouldUpgradeCallback ?? function() {
    return this.listenerCount('upgrade') > 0;
  };
}

const { prototype } = Server;

Object.defineProperty(prototype, 'responseOptions', {
  __proto__: null,
  value(socket) {
    return {
      __proto__: null,
      highWaterMark: socket.writableHighWaterMark,
      rejectNonStandardBodyWrites: this.rejectNonStandardBodyWrites,
    };
  },
});

// One timer looks after all connections.
function setupConnectionsTracking() {
  this[kConnections] ??= new Set();
  if (this[kConnectionsCheckingInterval]) clearInterval(this[kConnectionsCheckingInterval]);
  this[kConnectionsCheckingInterval] = setInterval(checkConnections, this.connectionsCheckingInterval, this);
  this[kConnectionsCheckingInterval].unref();
}

function checkConnections(server) {
  const { headersTimeout, requestTimeout } = server;
  if (!headersTimeout && !requestTimeout) return;
  for (const connection of [...server[kConnections]]) {
    const { parser } = connection;
    const age = parser === null ? -1 : parser.native.age();
    if (age < 0) continue;
    const isLate = (requestTimeout > 0 && age >= requestTimeout) ||
      (headersTimeout > 0 && age >= headersTimeout && parser.native.isInHead());
    if (isLate) parser.onTimeout?.();
  }
}

function httpServerPreClose(server) {
  server.closeIdleConnections();
  clearInterval(server[kConnectionsCheckingInterval]);
}

prototype.close = function close(callback) {
  httpServerPreClose(this);
  Reflect.apply(net.Server.prototype.close, this, [callback]);
  return this;
};

prototype[Symbol.asyncDispose] = async function() {
  await new Promise((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

prototype.closeAllConnections = function closeAllConnections() {
  for (const connection of [...this[kConnections]]) connection.socket.destroy();
};

prototype.closeIdleConnections = function closeIdleConnections() {
  for (const connection of [...this[kConnections]]) {
    if (connection.isIdle()) connection.socket.destroy();
  }
};

prototype.setTimeout = function setTimeout(msecs, callback) {
  this.timeout = msecs;
  if (callback) this.on('timeout', callback);
  return this;
};

prototype[EventEmitter.captureRejectionSymbol] = function(error, event, ...args) {
  if (event !== 'request') {
    Reflect.apply(net.Server.prototype[EventEmitter.captureRejectionSymbol], this, [error, event, ...args]);
    return;
  }
  const response = args[1];
  if (response.headersSent || response.writableEnded) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.statusCode = 500;
  response.end(require('internal/http/status').STATUS_CODES[500]);
};

module.exports = {
  Server,
  checkValidation,
  connectionListener,
  httpServerPreClose,
  kConnectionsCheckingInterval,
  kServerResponse,
  setupConnectionsTracking,
  storeHTTPOptions,
};
