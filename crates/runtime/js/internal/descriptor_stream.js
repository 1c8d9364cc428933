// DescriptorStream: a pipe, socket or terminal that the process was given as a descriptor. It is
// read when the loop finds it ready, and written at once: nothing is lost when the process ends.
'use strict';

const { Buffer } = require('buffer');
const { Duplex } = require('internal/streams/duplex');
const { ErrnoException } = require('internal/errors');

const native = binding('stdio');

const EOF = -4095;

// Whether the loop is asked for data.
const kReading = Symbol('kReading');
// Whether it keeps the program alive while it reads.
const kRefed = Symbol('kRefed');

// Those that are not closed.
const openStreams = new Set();

function DescriptorStream(fd, options) {
  this.fd = fd;
  this.bytesRead = 0;
  this.bytesWritten = 0;
  // Made when it is first read from: a stream that is only written to needs none.
  this._handle = null;
  this[kReading] = false;
  this[kRefed] = true;
  openStreams.add(this);
  Duplex.call(this, {
    allowHalfOpen: false,
    decodeStrings: false,
    ...options,
    emitClose: false,
  });
}
Object.setPrototypeOf(DescriptorStream.prototype, Duplex.prototype);
Object.setPrototypeOf(DescriptorStream, Duplex);

DescriptorStream.prototype.open = function() {
  if (this._handle !== null) return;
  this._handle = native.openReader(this.fd, (count, bytes) => onRead(this, count, bytes));
  if (!this[kRefed]) this._handle.unref();
};

function onRead(stream, count, bytes) {
  if (count > 0) {
    stream.bytesRead += count;
    if (!stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, count))) stream.stopReading();
  } else if (count < 0) {
    stream.stopReading();
    if (count === EOF) {
      stream.push(null);
      // 'end' comes though nobody reads, if there is nothing left to be read.
      stream.read(0);
    } else {
      stream.destroy(new ErrnoException(count, 'read'));
    }
  }
}

DescriptorStream.prototype._read = function() {
  if (this[kReading]) return;
  this.open();
  this[kReading] = true;
  const error = this._handle.readStart();
  if (error < 0) this.destroy(new ErrnoException(error, 'read'));
};

DescriptorStream.prototype.stopReading = function() {
  if (!this[kReading]) return;
  this[kReading] = false;
  this._handle?.readStop();
};

DescriptorStream.prototype._write = function(chunk, encoding, callback) {
  callback(writeNow(this, toWritable(chunk, encoding)));
};

DescriptorStream.prototype._writev = function(chunks, callback) {
  const parts = chunks.map(({ chunk, encoding }) => {
    return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
  });
  callback(writeNow(this, Buffer.concat(parts)));
};

// UTF-8 text goes as it is.
function toWritable(chunk, encoding) {
  if (typeof chunk !== 'string' || encoding === 'utf8' || encoding === 'utf-8') return chunk;
  return Buffer.from(chunk, encoding);
}

// The error, if any.
function writeNow(stream, data) {
  const count = native.writeSync(stream.fd, data);
  if (count < 0) return new ErrnoException(count, 'write');
  stream.bytesWritten += count;
  return null;
}

// A descriptor is not shut down, but that is found out later, as with other sockets.
DescriptorStream.prototype._final = function(callback) {
  process.nextTick(callback);
};

// As with other sockets 'close' comes when the handle is closed, and nothing else waits for that.
DescriptorStream.prototype._destroy = function(error, callback) {
  const handle = this._handle;
  const hadError = Boolean(error);
  if (handle === null) {
    callback(error);
    process.nextTick(emitClose, this, hadError);
    return;
  }
  this.stopReading();
  this._handle = null;
  handle.close(() => emitClose(this, hadError));
  callback(error);
};

function emitClose(stream, hadError) {
  openStreams.delete(stream);
  stream.emit('close', hadError);
}

DescriptorStream.prototype.destroySoon = function() {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once('finish', this.destroy);
};

// Whether reading from it keeps the program alive.
DescriptorStream.prototype.ref = function() {
  this[kRefed] = true;
  this._handle?.ref();
  return this;
};

DescriptorStream.prototype.unref = function() {
  this[kRefed] = false;
  this._handle?.unref();
  return this;
};

// The descriptors of streams that are open and may keep the program alive, in the order they were made.
function refedDescriptors() {
  return Array.from(openStreams).filter((stream) => stream[kRefed]).map((stream) => stream.fd);
}

module.exports = { DescriptorStream, refedDescriptors };
