// What goes through a socket: reading, writing, and the end of both.
'use strict';

const { Buffer } = require('buffer');
const { asBuffer } = require('internal/buffer/fast_buffer');
const { codes, ErrnoException } = require('internal/errors');
const { Duplex } = require('internal/streams/duplex');
const { kEndOfFile, onRead, onShutDown, onWritten } = require('internal/stream_handle');
const {
  kBytesRead, kBytesWritten, kConsumer, kHandle, kOwnBuffer, kShutDownCallback, kWriteCallback,
} = require('internal/net/fields');

// Methods and getters of a socket.
const methods = {};
const getters = {};

const kNotConnected = -107;

// Encodings that a handle knows; text in others is made bytes first.
const kTextEncodings = new Set([
  'utf8', 'utf-8', 'latin1', 'binary', 'ascii', 'ucs2', 'ucs-2', 'utf16le', 'utf-16le',
]);

// Reading.

methods._read = function(size) {
  const handle = this[kHandle];
  if (this.connecting || !handle) this.once('connect', () => this._read(size));
  else if (!handle.reading && !this._paused) startReading(this, handle);
};

function startReading(socket, handle) {
  const status = handle.readStart();
  if (status < 0) socket.destroy(new ErrnoException(status, 'read'));
}

methods[onRead] = function(count, bytes) {
  this._unrefTimer();
  if (count > 0) {
    const wantsMore = bytes === undefined ?
      takeFromOwnBuffer(this, this[kOwnBuffer], count) :
      this.push(asBuffer(bytes));
    if (!wantsMore) this[kHandle]?.readStop();
  } else if (count === kEndOfFile) {
    if (this._readableState.endEmitted) return;
    this.push(null);
    // 'end' comes though nobody reads, if there is nothing left to be read.
    this.read(0);
  } else if (count < 0) {
    this.destroy(new ErrnoException(count, 'read'));
  }
};

// The bytes are in the script's own memory. What its callback gives back tells whether it wants more.
function takeFromOwnBuffer(socket, own, count) {
  const result = own.callback.call(socket, count, own.view);
  if (own.next !== null) {
    own.view = own.next();
    socket[kHandle]?.useBuffer(own.view);
  }
  return result !== false;
}

// Who listens for data gets it from now on, in place of a consumer.

function listenThrough(method) {
  return function(event, listener) {
    const result = Duplex.prototype[method].call(this, event, listener);
    if (this[kConsumer] && (event === 'data' || event === 'readable')) this[kConsumer].unconsume();
    return result;
  };
}

methods.on = listenThrough('on');
methods.addListener = methods.on;
methods.prependListener = listenThrough('prependListener');

// A server that reads requests from a socket needs their bytes.
methods.setEncoding = function(encoding) {
  this._httpConnection?.refuseEncoding();
  return Duplex.prototype.setEncoding.call(this, encoding);
};

// With memory of the script's own, or a consumer, nothing is queued: who pauses stops the handle itself.

function readsItself(socket) {
  return (socket[kOwnBuffer] || socket[kConsumer]) && !socket.connecting && socket[kHandle] !== null;
}

methods.pause = function() {
  if (readsItself(this) && this[kHandle].reading && !this.destroyed) this[kHandle].readStop();
  return Duplex.prototype.pause.call(this);
};

methods.resume = function() {
  if (readsItself(this) && !this[kHandle].reading && !this._paused) startReading(this, this[kHandle]);
  return Duplex.prototype.resume.call(this);
};

methods.read = function(size) {
  if (readsItself(this) && !this[kHandle].reading) startReading(this, this[kHandle]);
  return Duplex.prototype.read.call(this, size);
};

// Writing. The stream has one write under way at a time.

methods._write = function(data, encoding, callback) {
  this._writeGeneric(false, data, encoding, callback);
};

methods._writev = function(chunks, callback) {
  this._writeGeneric(true, chunks, '', callback);
};

methods._writeGeneric = function(isMany, data, encoding, callback) {
  if (this.connecting) {
    this._pendingData = data;
    this._pendingEncoding = encoding;
    writeWhenConnected(this, isMany, data, encoding, callback);
    return;
  }
  this._pendingData = null;
  this._pendingEncoding = '';
  const handle = this[kHandle];
  if (!handle) {
    callback(new codes.ERR_SOCKET_CLOSED());
    return;
  }
  this._unrefTimer();
  const status = isMany ? writeMany(handle, data) : writeOne(handle, data, encoding);
  if (status === 0) callback();
  else if (status > 0) this[kWriteCallback] = callback;
  else callback(new ErrnoException(status, 'write'));
};

function writeWhenConnected(socket, isMany, data, encoding, callback) {
  function onConnect() {
    socket.off('close', onClose);
    socket._writeGeneric(isMany, data, encoding, callback);
  }
  function onClose() {
    socket.off('connect', onConnect);
    callback(new codes.ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
  }
  socket.once('connect', onConnect);
  socket.once('close', onClose);
}

function writeOne(handle, data, encoding) {
  if (typeof data !== 'string') return handle.write(data);
  return kTextEncodings.has(encoding) ?
    handle.writeText(data, encoding) :
    handle.write(Buffer.from(data, encoding));
}

function writeMany(handle, requests) {
  const count = requests.length;
  const list = new Array(count);
  const encodings = requests.allBuffers ? undefined : new Array(count);
  for (let i = 0; i < count; i++) {
    const { chunk, encoding } = requests[i];
    const isText = typeof chunk === 'string';
    list[i] = isText && !kTextEncodings.has(encoding) ? Buffer.from(chunk, encoding) : chunk;
    if (encodings !== undefined) encodings[i] = isText ? encoding : 'utf8';
  }
  return handle.writeMany(list, encodings);
}

methods[onWritten] = function(status) {
  const callback = this[kWriteCallback];
  if (callback === null) return;
  this[kWriteCallback] = null;
  if (status < 0) {
    callback(new ErrnoException(status, 'write'));
  } else if (this.destroyed) {
    callback(null);
  } else {
    this._unrefTimer();
    callback();
  }
};

// The end of writing: the other side is told when all is written.

methods._final = function(callback) {
  if (this.connecting) {
    this.once('connect', () => this._final(callback));
    return;
  }
  const handle = this[kHandle];
  if (!handle || handle.shutdown === undefined) {
    callback();
    return;
  }
  const status = handle.shutdown();
  if (status === 0) this[kShutDownCallback] = callback;
  else if (status === kNotConnected || status > 0) callback();
  else callback(new ErrnoException(status, 'shutdown'));
};

methods[onShutDown] = function(status) {
  const callback = this[kShutDownCallback];
  this[kShutDownCallback] = null;
  // That the other side is gone already is no failure.
  callback?.();
};

methods.end = function(data, encoding, callback) {
  return Duplex.prototype.end.call(this, data, encoding, callback);
};

// Counts.

getters.bytesRead = function() {
  return this[kHandle] ? this[kHandle].bytesRead : this[kBytesRead];
};

getters._bytesDispatched = function() {
  return this[kHandle] ? this[kHandle].bytesWritten : this[kBytesWritten];
};

// What waits in the stream counts as well.
getters.bytesWritten = function() {
  const { writableBuffer } = this;
  if (!writableBuffer) return undefined;
  let bytes = this._bytesDispatched ?? 0;
  for (const { chunk, encoding } of writableBuffer) bytes += byteLength(chunk, encoding);
  const pending = this._pendingData;
  if (Array.isArray(pending)) {
    for (const { chunk, encoding } of pending) bytes += byteLength(chunk, encoding);
  } else if (pending) {
    bytes += byteLength(pending, this._pendingEncoding);
  }
  return bytes;
};

function byteLength(data, encoding) {
  return typeof data === 'string' ? Buffer.byteLength(data, encoding) : data.length;
}

module.exports = { getters, methods };
