// fs.ReadStream: a file as a readable stream.
'use strict';

const { Readable, finished } = require('stream');
const { codes } = require('internal/errors');
const { errorOrDestroy } = require('internal/streams/destroy');
const {
  attach,
  defineFileProperties,
  kFile,
  openFile,
  streamOptions,
} = require('internal/fs/stream_file');
const { validateFunction, validateInteger } = require('internal/validators');

const READ_SIZE = 64 * 1024;

function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  const size = options?.highWaterMark;
  options = streamOptions(options, size === undefined ? { highWaterMark: READ_SIZE } : undefined);
  attach(this, path, options, 'r');
  const { fs } = this[kFile];
  if (options.autoDestroy) validateFunction(fs.close, 'options.fs.close');
  validateFunction(fs.read, 'options.fs.read');
  const { start, end = Infinity } = options;
  checkRange(start, end);
  this.start = start;
  this.end = end;
  // Undefined as long as the file's own position counts.
  this.pos = start;
  this.bytesRead = 0;
  Readable.call(this, options);
  if (options.encoding) this.setEncoding(options.encoding);
}
Object.setPrototypeOf(ReadStream.prototype, Readable.prototype);
Object.setPrototypeOf(ReadStream, Readable);

function checkRange(start, end) {
  if (start !== undefined) validateInteger(start, 'start', 0);
  if (end === Infinity) return;
  validateInteger(end, 'end', 0);
  if (start > end) throw new codes.ERR_OUT_OF_RANGE('start', `<= "end" (here: ${end})`, start);
}

ReadStream.prototype._construct = function(callback) {
  openFile(this, callback);
};

ReadStream.prototype._read = function(size) {
  const { Buffer } = require('buffer');
  const file = this[kFile];
  const length = Math.min(size, this.end - (this.pos ?? this.bytesRead) + 1);
  if (length <= 0) {
    this.push(null);
    return;
  }
  file.begin();
  file.fs.read(this.fd, Buffer.allocUnsafeSlow(length), 0, length, this.pos, (error, count, buffer) => {
    file.end(error);
    if (this.destroyed) return;
    if (error) errorOrDestroy(this, error);
    else if (count > 0) takeBytes(this, buffer, count);
    else this.push(null);
  });
};

function takeBytes(stream, buffer, count) {
  if (stream.pos !== undefined) stream.pos += count;
  stream.bytesRead += count;
  stream.push(count === buffer.length ? buffer : copyOf(buffer, count));
}

// A short piece would keep all of the buffer in memory.
function copyOf(buffer, count) {
  const copy = require('buffer').Buffer.allocUnsafeSlow(count);
  buffer.copy(copy, 0, 0, count);
  return copy;
}

ReadStream.prototype._destroy = function(error, callback) {
  this[kFile].close(this, error, callback);
};

ReadStream.prototype.close = function(callback) {
  if (callback) finished(this, callback);
  this.destroy(null);
};

defineFileProperties(ReadStream, '_readableState');

module.exports = { ReadStream };
