// IncomingMessage: a request as a server gets it, or a response as a client gets it.
//
// Most requests have no body, or nobody reads it: so a message is no stream until somebody uses it as one. Its state
// (`_readableState`) is made when first looked at, with what has come until then.
'use strict';

const { Readable } = require('internal/streams/readable');
const { ReadableState } = require('internal/streams/readable_state');
const { noteCapture } = require('internal/streams/readable_flow');
const EventEmitter = require('events');
const { getDefaultHighWaterMark } = require('internal/streams/state');
const { addDistinctField, addField } = require('internal/http/header_fields');
const { splitFields } = require('internal/http/parser');

const kDetachAbortSignal = Symbol('kDetachAbortSignal');

// A message that nobody looked at as a stream, and its body.
const kComing = 0;
const kWhole = 1;
const kOver = 2;

function IncomingMessage(socket) {
  if (EventEmitter.usingDomains) EventEmitter.call(this);
  this._state = null;
  this._parked = undefined;
  this._progress = kComing;
  this.socket = socket;
  this.httpVersionMajor = null;
  this.httpVersionMinor = null;
  this.complete = false;
  this._head = '';
  this._fieldsAt = 0;
  this._maxFields = 0xffffffff;
  this._rawHeaders = undefined;
  this._headers = undefined;
  this._distinct = undefined;
  this._rawTrailers = undefined;
  this._trailers = undefined;
  this.joinDuplicateHeaders = false;
  this.aborted = false;
  this.upgrade = null;
  this.url = '';
  this.method = null;
  this.statusCode = null;
  this.statusMessage = null;
  this.client = socket;
  this._consuming = false;
  this._dumped = false;
  this._abortController = null;
}
Object.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);
Object.setPrototypeOf(IncomingMessage, Readable);

const { prototype } = IncomingMessage;

function define(name, get, set) {
  Object.defineProperty(prototype, name, { __proto__: null, get, set, configurable: true, enumerable: true });
}

// The stream's state.

define('_readableState', function() {
  if (this._state === null && this instanceof IncomingMessage) makeState(this);
  return this._state;
}, function(state) { this._state = state; });

function makeState(message) {
  const highWaterMark = message.socket?.readableHighWaterMark ?? getDefaultHighWaterMark(false);
  const state = new ReadableState({ __proto__: null, highWaterMark }, message, false);
  message._state = state;
  // Streams have it from the start.
  message._events ??= Object.create(null);
  noteCapture(message);
  // It reads nothing ahead: the bytes come by themselves.
  state.readingMore = true;
  const parked = message._parked;
  message._parked = undefined;
  if (message._progress === kOver) {
    markAsOver(state);
    return;
  }
  if (parked !== undefined) message.push(parked);
  if (message._progress === kWhole) message.push(null);
}

function markAsOver(state) {
  state.ended = true;
  state.endEmitted = true;
  state.destroyed = true;
  state.closed = true;
  state.closeEmitted = true;
}

// A piece of the body. False if no more is wanted for now.
function addBody(message, bytes) {
  if (message._state === null && message._parked === undefined && message._events === undefined) {
    message._parked = bytes;
    return bytes.length < getDefaultHighWaterMark(false);
  }
  return message.push(bytes);
}

// The body is whole.
function endBody(message) {
  if (message._state === null) message._progress = kWhole;
  else message.push(null);
}

// Nobody will read it any more. True if nobody ever had it as a stream, so that there is nobody to tell.
function endUnseen(message) {
  if (message._state !== null || message._events !== undefined || message._progress !== kWhole) return false;
  message._parked = undefined;
  message._progress = kOver;
  message._dumped = true;
  return true;
}

// Header fields.

define('httpVersion', function() {
  return this.httpVersionMajor === null ? null : `${this.httpVersionMajor}.${this.httpVersionMinor}`;
}, function(version) {
  const [major, minor] = `${version}`.split('.');
  this.httpVersionMajor = Number(major);
  this.httpVersionMinor = Number(minor);
});

define('rawHeaders', function() {
  this._rawHeaders ??= this._head === '' ? [] : splitFields(this._head, this._fieldsAt, this._maxFields);
  return this._rawHeaders;
}, function(list) { this._rawHeaders = list; });

define('rawTrailers', function() {
  this._rawTrailers ??= [];
  return this._rawTrailers;
}, function(list) { this._rawTrailers = list; });

define('headers', function() {
  this._headers ??= joined(this.rawHeaders, this);
  return this._headers;
}, function(headers) { this._headers = headers; });

define('headersDistinct', function() {
  this._distinct ??= distinct(this.rawHeaders);
  return this._distinct;
}, function(headers) { this._distinct = headers; });

define('trailers', function() {
  this._trailers ??= joined(this.rawTrailers, this);
  return this._trailers;
}, function(trailers) { this._trailers = trailers; });

define('trailersDistinct', function() {
  this._distinctTrailers ??= distinct(this.rawTrailers);
  return this._distinctTrailers;
}, function(trailers) { this._distinctTrailers = trailers; });

// Programs ask it hasOwnProperty(). A field `__proto__` is lost: no text can be the prototype of an object.
function joined(list, message) {
  const fields = {};
  for (let i = 0; i < list.length; i += 2) message._addHeaderLine(list[i], list[i + 1], fields);
  return fields;
}

function distinct(list) {
  const fields = Object.create(null);
  for (let i = 0; i < list.length; i += 2) addDistinctField(fields, list[i], list[i + 1]);
  return fields;
}

// Those of a list that was there before are gone, but for what was made of it.
prototype._addHeaderLines = function _addHeaderLines(headers, count) {
  if (!headers || headers.length === 0) return;
  let fields;
  if (this.complete) {
    this._rawTrailers = headers;
    fields = this._trailers;
  } else {
    this._rawHeaders = headers;
    fields = this._headers;
  }
  if (!fields) return;
  for (let i = 0; i < count; i += 2) this._addHeaderLine(headers[i], headers[i + 1], fields);
};

prototype._addHeaderLine = function _addHeaderLine(field, value, dest) {
  addField(dest, field, value, this.joinDuplicateHeaders);
};

prototype._addHeaderLineDistinct = function _addHeaderLineDistinct(field, value, dest) {
  addDistinctField(dest, field, value);
};

// Names of old.

define('connection', function() { return this.socket; }, function(socket) { this.socket = socket; });

// A signal that is aborted when the message is destroyed.

define('signal', function() {
  if (this._abortController === null) {
    const { AbortController } = require('internal/abort_controller');
    this._abortController = new AbortController();
    if (this.destroyed || this.socket?.destroyed) {
      this._abortController.abort();
    } else if (this.socket) {
      this._abortWithSocket = () => {
        if (!this.complete || !this.readableEnded) this._abortController.abort();
      };
      this.socket.once('close', this._abortWithSocket);
    }
  }
  return this._abortController.signal;
}, undefined);

prototype[kDetachAbortSignal] = function() {
  if (this._abortWithSocket === undefined) return;
  this.socket?.removeListener('close', this._abortWithSocket);
  this._abortWithSocket = undefined;
};

prototype.setTimeout = function setTimeout(msecs, callback) {
  if (callback) this.on('timeout', callback);
  this.socket.setTimeout(msecs);
  return this;
};

// Reading.

function readStart(socket) {
  if (socket && !socket._paused && socket.readable) socket.resume();
}

function readStop(socket) {
  if (socket) socket.pause();
}

prototype._read = function _read() {
  if (!this._consuming) {
    this._readableState.readingMore = false;
    this._consuming = true;
  }
  // Before a socket is there, and when all has come, there is nothing to go on with.
  if (this.socket && this.socket.readable) readStart(this.socket);
};

prototype._destroy = function _destroy(error, callback) {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit('aborted');
  }
  if (this.aborted) this._abortController?.abort();
  this[kDetachAbortSignal]();
  const { socket } = this;
  // It was read to its end: nobody waits for anything.
  if (!this.aborted && !error) {
    callback(null);
    return;
  }
  if (!this.aborted || !socket || socket.destroyed) {
    process.nextTick(reportDestroyed, this, error, callback);
    return;
  }
  // It is over when the connection is.
  socket.destroy(error);
  const { eos } = require('internal/streams/end_of_stream');
  const stopWatching = eos(socket, (failure) => {
    stopWatching();
    const isEarly = failure?.code === 'ERR_STREAM_PREMATURE_CLOSE';
    process.nextTick(reportDestroyed, this, isEarly ? error : failure || error, callback);
  });
};

// Who does not listen for errors of the message hears of them by the connection or the request.
function reportDestroyed(message, error, callback) {
  callback(message.listenerCount('error') > 0 ? error : null);
}

prototype._dumpAndCloseReadable = function _dumpAndCloseReadable() {
  this._dumped = true;
  markAsOver(this._readableState);
};

// Lets go of what is left of the body.
prototype._dump = function _dump() {
  if (this._dumped) return;
  this._dumped = true;
  this.removeAllListeners('data');
  const { ended, length } = this._readableState;
  // If there is nothing left, only its end is to be told.
  if (ended && length === 0) this.read();
  else this.resume();
};

module.exports = { IncomingMessage, addBody, endBody, endUnseen, kDetachAbortSignal, readStart, readStop };
