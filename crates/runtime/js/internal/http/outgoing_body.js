// What is written of a message that goes out. It goes to the connection if that is this message's, else it waits.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { isUint8Array } = require('internal/buffer/fast_buffer');

const methods = {};

const CRLF = '\r\n';

function ignore() {}

// Raw bytes or text.

// Sends something after the head, if that is not sent yet. False if more had better wait.
methods._send = function _send(data, encoding, callback, byteLength) {
  if (this._headerSent) return this._writeRaw(data, encoding, callback, byteLength);
  this._headerSent = true;
  // A class of a script's own may have no head.
  const head = this._header ?? '';
  if (typeof data === 'string' && (encoding === 'utf8' || encoding === 'latin1' || !encoding)) {
    // As text it is one piece, if no character of the head is written otherwise than it would be alone.
    if (encoding === 'latin1' || data === '') return this._writeRaw(head + data, 'latin1', callback);
    if (isAscii(head)) return this._writeRaw(head + data, encoding, callback);
  }
  this._writeRaw(head, 'latin1', null, head.length);
  return this._writeRaw(data, encoding, callback, byteLength);
};

function isAscii(text) {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return false;
  }
  return true;
}

methods._writeRaw = function _writeRaw(data, encoding, callback, size) {
  if (typeof encoding === 'function') return this._writeRaw(data, null, encoding, size);
  const socket = this._socket;
  if (!socket) return park(this, data, encoding, callback);
  if (socket.destroyed) return false;
  this._connection?.flushOutbox();
  if (socket._httpMessage !== this || !socket.writable) return park(this, data, encoding, callback);
  if (this.outputData.length > 0) this._flushOutput(socket);
  return Reflect.apply(socket.write, socket, [data, encoding, callback]);
};

// Keeps something until the connection is this message's.
function park(message, data, encoding, callback) {
  message.outputData.push({ data, encoding, callback });
  message.outputSize += data.length;
  message._onPendingData(data.length);
  return message.outputSize < message._highWaterMark;
}

// The connection is this message's now: sends what waited.
methods._flush = function _flush() {
  const socket = this._socket;
  if (!socket || !socket.writable) return;
  const wantsMore = this._flushOutput(socket);
  if (this.finished) {
    this._finish();
  } else if (wantsMore && this._needDrain) {
    this._needDrain = false;
    this.emit('drain');
  }
};

methods._flushOutput = function _flushOutput(socket) {
  for (; this._corked > 0; this._corked--) socket.cork();
  return this.outputData.length === 0 ? undefined : writeAll(socket, takeParked(this));
};

function takeParked(message) {
  const parked = message.outputData;
  const size = message.outputSize;
  message.outputData = [];
  message.outputSize = 0;
  message._onPendingData(-size);
  return parked;
}

// As one; whether more is wanted.
function writeAll(socket, pieces) {
  socket.cork();
  let wantsMore = true;
  for (const piece of pieces) wantsMore = Reflect.apply(socket.write, socket, [piece.data, piece.encoding, piece.callback]);
  socket.uncork();
  return wantsMore;
}

methods.flushHeaders = function flushHeaders() {
  if (!this._header) this._implicitHeader();
  this._send('');
};

// Corking. Chunks that are written meanwhile become one.

methods.cork = function cork() {
  this._corked++;
  if (this._socket) this._socket.cork();
};

methods.uncork = function uncork() {
  this._corked--;
  if (this._socket) this._socket.uncork();
  if (this._corked > 0 || this._chunks === null) return;
  const chunks = this._chunks;
  const length = this._chunksLength;
  this._chunks = null;
  this._chunksLength = 0;
  this._send(length.toString(16), 'latin1', null);
  this._send(CRLF, null, null);
  const callbacks = [];
  for (const { data, encoding, callback } of chunks) {
    this._send(data, encoding, null);
    if (callback) callbacks.push(callback);
  }
  this._send(CRLF, null, callbacks.length > 0 ? (error) => {
    for (const callback of callbacks) callback(error);
  } : null);
  // What was gathered is gone: if the connection has room, nothing else tells.
  if (this._needDrain && !this._socket?.writableNeedDrain) process.nextTick(emitDrain, this);
};

function emitDrain(message) {
  if (!message._needDrain || message.finished) return;
  message._needDrain = false;
  message.emit('drain');
}

function uncorkSocket(socket) {
  socket.uncork();
}

// Writing.

methods.write = function write(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  return writeChunk(this, chunk, encoding, callback);
};

function checkChunk(chunk) {
  if (chunk === null) throw new codes.ERR_STREAM_NULL_VALUES();
  if (typeof chunk !== 'string' && !isUint8Array(chunk)) {
    throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
  }
}

function byteLength(chunk, encoding) {
  return typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.byteLength;
}

// Whether as much has to be written as the field says.
function isLengthChecked(message) {
  return message.strictContentLength && message._contentLength > 0 && message._contentLength !== null &&
    !message._removedContLen && message._hasBody && !message.chunkedEncoding && !message.hasHeader('transfer-encoding');
}

function reportError(message, error, callback) {
  process.nextTick(emitError, message, error, callback);
}

function emitError(message, error, callback) {
  callback(error);
  if (typeof message.emit === 'function' && !message.destroyed) message.emit('error', error);
}

function writeChunk(message, chunk, encoding, givenCallback) {
  const callback = typeof givenCallback === 'function' ? givenCallback : ignore;
  checkChunk(chunk);
  if (message.finished || message.destroyed) {
    refuseWrite(message, callback);
    return false;
  }
  const length = message.strictContentLength || message.chunkedEncoding ? byteLength(chunk, encoding) : undefined;
  if (!message._header) message._implicitHeader();
  if (isLengthChecked(message)) {
    const written = message._bytesWritten + length;
    if (written > message._contentLength) {
      throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(written, message._contentLength);
    }
    message._bytesWritten = written;
  }
  if (!message._hasBody) return leaveOutBody(message, callback);
  corkUntilTick(message._socket);
  const wantsMore = message.chunkedEncoding && chunk.length !== 0 ?
    sendChunk(message, chunk, encoding, callback, length ?? byteLength(chunk, encoding)) :
    message._send(chunk, encoding, callback, length);
  if (!wantsMore) message._needDrain = true;
  return wantsMore;
}

function refuseWrite(message, callback) {
  const error = message.finished ? new codes.ERR_STREAM_WRITE_AFTER_END() : new codes.ERR_STREAM_DESTROYED('write');
  if (message.destroyed) process.nextTick(callback, error);
  else reportError(message, error, callback);
}

function leaveOutBody(message, callback) {
  if (message._rejectsBody) throw new codes.ERR_HTTP_BODY_NOT_ALLOWED();
  process.nextTick(callback);
  return true;
}

// What is written in one go leaves in one go.
function corkUntilTick(socket) {
  if (!socket || socket.writableCorked) return;
  socket.cork();
  process.nextTick(uncorkSocket, socket);
}

function sendChunk(message, chunk, encoding, callback, length) {
  if (message._corked > 0 && message._headerSent) {
    message._chunks ??= [];
    message._chunks.push({ data: chunk, encoding, callback });
    message._chunksLength += length;
    return message._chunksLength < message.writableHighWaterMark;
  }
  message._send(length.toString(16), 'latin1', null);
  message._send(CRLF, null, null);
  message._send(chunk, encoding, null, length);
  return message._send(CRLF, null, callback);
}

// Ending.

methods.end = function end(chunk, encoding, callback) {
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const hasChunk = chunk !== undefined && chunk !== null && chunk !== '';
  if (hasChunk) checkChunk(chunk);
  if (this.finished) {
    endAgain(this, hasChunk, callback);
    return this;
  }
  if (!this._headerSent && sendAtOnce(this, hasChunk ? chunk : '', encoding, callback)) return this;
  this._socket?.cork();
  if (hasChunk) writeLast(this, chunk, encoding);
  else if (!this._header) startEmpty(this);
  if (typeof callback === 'function') this.once('finish', callback);
  checkWrittenLength(this);
  sendEnd(this, hasChunk, callback);
  const socket = this._socket;
  if (socket) {
    // All that was corked on the way goes now.
    socket._writableState.corked = 1;
    socket.uncork();
  }
  this._corked = 1;
  this.uncork();
  this.finished = true;
  if (this.outputData.length === 0 && socket && socket._httpMessage === this) this._finish();
  return this;
};

function endAgain(message, hasChunk, callback) {
  if (hasChunk) {
    reportError(message, new codes.ERR_STREAM_WRITE_AFTER_END(), typeof callback === 'function' ? callback : ignore);
  } else if (typeof callback === 'function') {
    if (message._isFinished) callback(new codes.ERR_STREAM_ALREADY_FINISHED('end'));
    else if (message._failure !== null) process.nextTick(callback, message._failure);
    else message.once('finish', () => callback(null));
  }
}

function startEmpty(message) {
  message._contentLength = 0;
  message._implicitHeader();
}

// The whole body, or the rest of it.
function writeLast(message, chunk, encoding) {
  const length = byteLength(chunk, encoding);
  if (!message._header) {
    message._contentLength = length;
    message._implicitHeader();
  }
  if (isLengthChecked(message)) {
    const written = message._bytesWritten + length;
    if (written !== message._contentLength) {
      message._socket?.uncork();
      throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(written, message._contentLength);
    }
    message._bytesWritten = written;
  }
  if (!message._hasBody) {
    leaveOutBody(message, ignore);
  } else if (message.chunkedEncoding) {
    sendChunk(message, chunk, encoding, null, length);
  } else {
    message._send(chunk, encoding, null, length);
  }
}

function checkWrittenLength(message) {
  if (isLengthChecked(message) && message._bytesWritten !== message._contentLength) {
    throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(message._bytesWritten, message._contentLength);
  }
}

function sendEnd(message, hasChunk, callback) {
  const whenDone = (error) => {
    if (error) hasFailed(message, error, callback);
    else hasFinished(message);
  };
  if (message._hasBody && message.chunkedEncoding) {
    // Chunks that were gathered go before.
    if (message._chunks !== null) {
      message._corked = 1;
      message.uncork();
      message._corked = 0;
    }
    message._send(`0\r\n${message._trailer}\r\n`, 'latin1', whenDone);
  } else if (!message._headerSent || message.writableLength || hasChunk) {
    message._send('', 'latin1', whenDone);
  } else {
    process.nextTick(whenDone, message._socket?.errored);
  }
}

// Not all of it could be written: it is not finished.
function hasFailed(message, error, callback) {
  message._failure = error;
  if (typeof callback !== 'function') return;
  message.removeListener('finish', callback);
  callback(error);
}

function hasFinished(message) {
  message._isFinished = true;
  // The server goes on before the script hears of it.
  if (message._connection) message._connection.hasAnswered(message);
  message.emit('finish');
}

// The usual answer: head and body are there together, and the connection takes them at once. False if it is not so;
// nothing is done then. The two largest parts are called such that they are compiled by themselves.
function sendAtOnce(message, chunk, encoding, callback) {
  const connection = message._connection;
  if (connection === null || typeof chunk !== 'string' || message.strictContentLength) return false;
  if (encoding && encoding !== 'utf8' && encoding !== 'latin1') return false;
  const socket = message._socket;
  if (!connection.isReadyFor(message, socket) || message._send !== methods._send) return false;
  const length = byteLength(chunk, encoding);
  // Each character is a byte, so that head and body are one text.
  if (length !== chunk.length) return false;
  if (!message._header) {
    message._contentLength = length;
    Reflect.apply(message._implicitHeader, message, []);
  }
  if (message.chunkedEncoding || message._headerSent || (!message._hasBody && message._rejectsBody)) return false;
  if (typeof callback === 'function') message.once('finish', callback);
  message._headerSent = true;
  message.finished = true;
  const text = message._hasBody ? message._header + chunk : message._header;
  Reflect.apply(connection.send, connection, [message, text]);
  message._finish();
  return true;
}

methods._finish = function _finish() {
  this.emit('prefinish');
};

methods.pipe = function pipe() {
  // It cannot be read from.
  this.emit('error', new codes.ERR_STREAM_CANNOT_PIPE());
};

module.exports = { hasFinished, methods };
