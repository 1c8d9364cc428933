// ServerResponse: a server's answer to a request.
'use strict';

const { codes } = require('internal/errors');
const { OutgoingMessage } = require('internal/http/outgoing');
const { hasInvalidCharacter, validateHeaderName, validateHeaderValue } = require('internal/http/header_fields');
const { STATUS_CODES } = require('internal/http/status');
const { validateFunction, validateInteger, validateObject } = require('internal/validators');
const { linkOf } = require('internal/http/link');

const channels = require('internal/http/channels');
const perf = require('internal/http/perf');

function ServerResponse(req, options) {
  OutgoingMessage.call(this, options);
  if (req.method === 'HEAD') this._hasBody = false;
  this.req = req;
  this.sendDate = true;
  this._sent100 = false;
  this._expect_continue = false;
  this._maxRequestsPerSocket = 0;
  this._span = undefined;
  if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
    this.useChunkedEncodingByDefault = /chunked/i.test(req.headers.te);
    this.shouldKeepAlive = false;
  }
  if (perf.isObserved()) this._span = perf.startRequest(req);
  if (channels.serverCreated.hasSubscribers) channels.serverCreated.publish({ request: req, response: this });
}
Object.setPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
Object.setPrototypeOf(ServerResponse, OutgoingMessage);

const { prototype } = ServerResponse;
prototype.statusCode = 200;
prototype.statusMessage = undefined;

prototype._finish = function _finish() {
  if (this._span !== undefined) perf.endRequest(this._span, this);
  OutgoingMessage.prototype._finish.call(this);
};

// The connection.

prototype.assignSocket = function assignSocket(socket) {
  if (socket._httpMessage) throw new codes.ERR_HTTP_SOCKET_ASSIGNED();
  socket._httpMessage = this;
  socket.on('close', closeMessage);
  this.socket = socket;
  this.emit('socket', socket);
  this._flush();
};

prototype.detachSocket = function detachSocket(socket) {
  socket.removeListener('close', closeMessage);
  socket._httpMessage = null;
  this.socket = null;
};

// A listener of a socket's: what was being answered there is over.
function closeMessage() {
  const message = this._httpMessage;
  if (message) emitClose(message);
}

function emitClose(message) {
  if (message._closed) return;
  message.destroyed = true;
  message._closed = true;
  message.emit('close');
}

// Answers before the answer.

prototype.writeContinue = function writeContinue(callback) {
  this._writeRaw('HTTP/1.1 100 Continue\r\n\r\n', 'latin1', callback);
  this._sent100 = true;
};

prototype.writeProcessing = function writeProcessing(callback) {
  this._writeRaw('HTTP/1.1 102 Processing\r\n\r\n', 'latin1', callback);
};

prototype.writeEarlyHints = function writeEarlyHints(hints, callback) {
  validateObject(hints, 'hints');
  if (hints.link === null || hints.link === undefined) return;
  const link = linkOf(hints.link);
  if (link.length === 0) return;
  if (hasInvalidCharacter(link)) throw new codes.ERR_INVALID_CHAR('header content', 'link');
  let head = `HTTP/1.1 103 Early Hints\r\nLink: ${link}\r\n`;
  for (const name of Object.keys(hints)) {
    if (name.toLowerCase() === 'link') continue;
    head += informationLine(name, hints[name]);
  }
  this._writeRaw(`${head}\r\n`, 'latin1', callback);
};

function informationLine(name, value) {
  validateHeaderName(name);
  validateHeaderValue(name, value);
  return `${name}: ${value}\r\n`;
}

prototype.writeInformation = function writeInformation(statusCode, headers, callback) {
  if (typeof headers === 'function') {
    callback = headers;
    headers = undefined;
  }
  validateInteger(statusCode, 'statusCode', 100, 199);
  if (statusCode === 101) throw new codes.ERR_HTTP_INVALID_STATUS_CODE(statusCode);
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('write');
  if (callback !== undefined) validateFunction(callback, 'callback');
  let head = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? 'unknown'}\r\n`;
  for (const pair of pairsOf(headers ?? [])) {
    const values = Array.isArray(pair[1]) ? pair[1] : [pair[1]];
    for (const value of values) head += informationLine(pair[0], value);
  }
  this._writeRaw(`${head}\r\n`, 'latin1', callback);
  if (statusCode === 100) this._sent100 = true;
};

// [name, value] of an object, of a list of pairs, or of names and values in turn.
function pairsOf(headers) {
  if (!Array.isArray(headers)) return Object.keys(headers).map((name) => [name, headers[name]]);
  if (headers.length > 0 && Array.isArray(headers[0])) return headers;
  if (headers.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
  const pairs = [];
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i], headers[i + 1]]);
  return pairs;
}

// The head.

prototype._implicitHeader = function _implicitHeader() {
  this.writeHead(this.statusCode);
};

prototype.writeHead = function writeHead(statusCode, reason, headers) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('write');
  const status = statusCode | 0;
  if (status < 100 || status > 999) throw new codes.ERR_HTTP_INVALID_STATUS_CODE(statusCode);
  let given = headers;
  if (typeof reason === 'string') {
    this.statusMessage = reason;
  } else {
    this.statusMessage ||= STATUS_CODES[status] || 'unknown';
    given ??= reason;
  }
  this.statusCode = status;
  const fields = this._fields === null ? given : mergeFields(this, given);
  if (hasInvalidCharacter(this.statusMessage)) throw new codes.ERR_INVALID_CHAR('statusMessage');
  if (status === 204 || status === 304 || status < 200) this._hasBody = false;
  // The request's body will not come, and nobody knows where it would end.
  if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
  this._storeHeader(statusLine(status, this.statusMessage), fields);
  return this;
};

prototype.writeHeader = prototype.writeHead;

function statusLine(status, message) {
  return status === 200 && message === 'OK' ? 'HTTP/1.1 200 OK\r\n' : `HTTP/1.1 ${status} ${message}\r\n`;
}

// What writeHead() got takes the place of what was set before.
function mergeFields(message, given) {
  if (!given) return message._fields;
  if (Array.isArray(given)) {
    const pairs = pairsOf(given);
    for (const pair of pairs) message.removeHeader(pair[0]);
    for (const pair of pairs) {
      if (pair[0]) message.appendHeader(pair[0], pair[1]);
    }
    return message._fields;
  }
  const names = Object.keys(given);
  for (let i = 0; i < names.length; i++) {
    if (names[i]) message.setHeader(names[i], given[names[i]]);
  }
  return message._fields;
}

module.exports = { ServerResponse, emitClose };
