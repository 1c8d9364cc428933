// OutgoingMessage: a message that goes out, and its header fields. What is written is in outgoing_body.js, its head is made in
// outgoing_head.js.
'use strict';

const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { Stream } = require('internal/streams/legacy');
const { getDefaultHighWaterMark } = require('internal/streams/state');
const { lowerCase, validateHeaderName, validateHeaderValue } = require('internal/http/header_fields');
const { storeHead } = require('internal/http/outgoing_head');
const { validateObject } = require('internal/validators');

const kHighWaterMark = Symbol('kHighWaterMark');
const kUniqueHeaders = Symbol('kUniqueHeaders');

function OutgoingMessage(options) {
  if (EventEmitter.usingDomains) EventEmitter.call(this);
  this._header = null;
  this._headerSent = false;
  // By lower-case name: [name, value].
  this._fields = null;
  this._contentLength = null;
  this._hasBody = true;
  this.chunkedEncoding = false;
  this.shouldKeepAlive = true;
  this.useChunkedEncodingByDefault = true;
  this.sendDate = false;
  this._last = false;
  this._keepAliveTimeout = 0;
  // Text and bytes that wait for a connection: { data, encoding, callback }.
  this.outputData = [];
  this.outputSize = 0;
  this._highWaterMark = options?.highWaterMark ?? getDefaultHighWaterMark(false);
  this._onPendingData = ignore;
  this._needDrain = false;
  this._corked = 0;
  this._socket = null;
  // The connection of a server that it is an answer on, or null.
  this._connection = null;
  this.finished = false;
  this._isFinished = false;
  this.destroyed = false;
  this._closed = false;
  if (options?.rejectNonStandardBodyWrites) this._rejectsBody = true;
}
Object.setPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
Object.setPrototypeOf(OutgoingMessage, Stream);

function ignore() {}

const { prototype } = OutgoingMessage;

// What few messages have otherwise.
Object.assign(prototype, {
  writable: true,
  maxRequestsOnConnectionReached: false,
  strictContentLength: false,
  _defaultKeepAlive: true,
  _removedConnection: false,
  _removedContLen: false,
  _removedTE: false,
  _bytesWritten: 0,
  _trailer: '',
  _chunks: null,
  _chunksLength: 0,
  _errored: null,
  _failure: null,
  _rejectsBody: false,
  _uniqueHeaders: null,
  _isRelaxed: false,
});

function define(name, get, set) {
  Object.defineProperty(prototype, name, { __proto__: null, get, set, configurable: true, enumerable: false });
}

define('errored', function() { return this._errored; });
define('closed', function() { return this._closed; });
// Not if its connection was gone before all was written.
define('writableFinished', function() {
  return this.finished && (this._isFinished || !this._closed) && this._failure === null && this.outputSize === 0 &&
    (!this.socket || this.socket.writableLength === 0);
});
define('writableObjectMode', () => false);
define('writableLength', function() {
  return this.outputSize + this._chunksLength + (this.socket ? this.socket.writableLength : 0);
});
define('writableHighWaterMark', function() {
  return this.socket ? this.socket.writableHighWaterMark : this._highWaterMark;
});
define('writableCorked', function() {
  return this._corked;
});
define('writableEnded', function() { return this.finished; });
define('writableNeedDrain', function() {
  return !this.destroyed && !this.finished && this._needDrain;
});
define('headersSent', function() { return Boolean(this._header); });
define('socket', function() { return this._socket; }, function(socket) { setSocket(this, socket); });
define('connection', function() { return this._socket; }, function(socket) { setSocket(this, socket); });
// As other parts of the library, and tests of packages, know them.
define(kHighWaterMark, function() { return this._highWaterMark; });
define(kUniqueHeaders, function() { return this._uniqueHeaders; }, function(names) { this._uniqueHeaders = names; });

// What was corked before there was a connection is corked there.
function setSocket(message, socket) {
  for (let n = 0; n < message._corked; n++) {
    socket?.cork();
    message._socket?.uncork();
  }
  message._socket = socket;
}

prototype._isLenientHeaderValidation = function() { return this._isRelaxed; };

prototype.setTimeout = function setTimeout(msecs, callback) {
  if (callback) this.on('timeout', callback);
  if (this._socket) this._socket.setTimeout(msecs);
  else this.once('socket', (socket) => socket.setTimeout(msecs));
  return this;
};

prototype.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this._errored = error;
  if (this._socket) this._socket.destroy(error);
  else destroyWithoutSocket(this, error);
  return this;
};

function destroyWithoutSocket(message, error) {
  message.once('socket', (socket) => socket.destroy(error));
  // An answer that waits for its turn is closed with the connection.
  if (message._connection === null) process.nextTick(emitClose, message);
}

function emitClose(message) {
  if (message._closed) return;
  message._closed = true;
  message.emit('close');
}

prototype[EventEmitter.captureRejectionSymbol] = function(error) {
  this.destroy(error);
};

// Header fields.

prototype._storeHeader = function _storeHeader(firstLine, headers) {
  storeHead(this, firstLine, headers, headers !== undefined && headers === this._fields);
};

prototype._implicitHeader = function _implicitHeader() {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_implicitHeader()');
};

// The fields as an object, each under the name that it was given.
prototype._renderHeaders = function _renderHeaders() {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('render');
  const fields = {};
  if (this._fields === null) return fields;
  for (const key of Object.keys(this._fields)) fields[this._fields[key][0]] = this._fields[key][1];
  return fields;
};

function refuseIfSent(message, action) {
  if (message._header) throw new codes.ERR_HTTP_HEADERS_SENT(action);
}

function checkValue(message, name, value) {
  const isRelaxed = message._isLenientHeaderValidation?.() === true;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) validateHeaderValue(name, value[i], isRelaxed);
  } else {
    validateHeaderValue(name, value, isRelaxed);
  }
}

prototype.setHeader = function setHeader(name, value) {
  refuseIfSent(this, 'set');
  validateHeaderName(name);
  checkValue(this, name, value);
  putField(this, name, value);
  return this;
};

function putField(message, name, value) {
  message._fields ??= Object.create(null);
  message._fields[lowerCase(name)] = [name, value];
}

prototype.setHeaders = function setHeaders(headers) {
  refuseIfSent(this, 'set');
  const isMap = headers instanceof Map;
  const isHeaders = !isMap && headers !== null && typeof headers === 'object' && !Array.isArray(headers) &&
    typeof headers.keys === 'function' && typeof headers.get === 'function';
  if (!isMap && !isHeaders) throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
  // Headers give each cookie by itself: together they are one field.
  const cookies = [];
  for (const entry of headers) {
    const name = entry[0];
    if (name === 'set-cookie' && !Array.isArray(entry[1])) cookies.push(entry[1]);
    else this.setHeader(name, entry[1]);
  }
  if (cookies.length > 0) this.setHeader('set-cookie', cookies);
  return this;
};

prototype.appendHeader = function appendHeader(name, value) {
  refuseIfSent(this, 'append');
  validateHeaderName(name);
  checkValue(this, name, value);
  const key = lowerCase(name);
  const before = this._fields?.[key];
  if (before === undefined) {
    putField(this, name, value);
  } else {
    const values = Array.isArray(before[1]) ? before[1] : [before[1]];
    before[1] = values.concat(value);
  }
  return this;
};

prototype.getHeader = function getHeader(name) {
  checkName(name);
  return this._fields?.[lowerCase(name)]?.[1];
};

function checkName(name) {
  if (typeof name !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('name', 'string', name);
}

prototype.getHeaderNames = function getHeaderNames() {
  return this._fields === null ? [] : Object.keys(this._fields);
};

prototype.getRawHeaderNames = function getRawHeaderNames() {
  const fields = this._fields;
  return fields === null ? [] : Object.keys(fields).map((key) => fields[key][0]);
};

prototype.getHeaders = function getHeaders() {
  const copy = Object.create(null);
  for (const key of this.getHeaderNames()) copy[key] = this._fields[key][1];
  return copy;
};

prototype.hasHeader = function hasHeader(name) {
  checkName(name);
  return Boolean(this._fields?.[lowerCase(name)]);
};

prototype.removeHeader = function removeHeader(name) {
  checkName(name);
  refuseIfSent(this, 'remove');
  const key = lowerCase(name);
  if (key === 'connection') this._removedConnection = true;
  else if (key === 'content-length') this._removedContLen = true;
  else if (key === 'transfer-encoding') this._removedTE = true;
  else if (key === 'date') this.sendDate = false;
  if (this._fields !== null) delete this._fields[key];
};

prototype.addTrailers = function addTrailers(headers) {
  if (this.finished) throw new codes.ERR_HTTP_HEADERS_SENT('set trailing');
  this._trailer = '';
  const isList = Array.isArray(headers);
  const names = isList ? headers.map((pair) => pair[0]) : Object.keys(headers);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const value = isList ? headers[i][1] : headers[name];
    validateHeaderName(name, 'Trailer name');
    const values = Array.isArray(value) && value.length > 1 && !this._uniqueHeaders?.has(lowerCase(name)) ?
      value : [Array.isArray(value) ? value.join('; ') : value];
    for (let k = 0; k < values.length; k++) {
      checkTrailer(this, name, values[k]);
      this._trailer += `${name}: ${values[k]}\r\n`;
    }
  }
};

function checkTrailer(message, name, value) {
  try {
    validateHeaderValue(name, value, message._isRelaxed);
  } catch (error) {
    throw error.code === 'ERR_INVALID_CHAR' ? new codes.ERR_INVALID_CHAR('trailer content', name) : error;
  }
}

// The names, in lower case, of fields whose values are always sent in one line.
function parseUniqueHeadersOption(names) {
  if (!Array.isArray(names)) return null;
  const unique = new Set();
  for (const name of names) unique.add(name.toLowerCase());
  return unique;
}

function checkHeadersObject(headers) {
  validateObject(headers, 'headers');
}

Object.assign(prototype, require('internal/http/outgoing_body').methods);

module.exports = {
  OutgoingMessage,
  checkHeadersObject,
  kHighWaterMark,
  kUniqueHeaders,
  parseUniqueHeadersOption,
};
