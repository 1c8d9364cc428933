// fs.ReadStream: a file as a readable stream.
'use strict';

const { Readable, finished } = require('stream');
const { makeYoung } = require('internal/buffer/fast_buffer');
const { codes } = require('internal/errors');
const { read } = require('internal/fs/read');
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

// Buffers that were read into and that no script has seen: the end of a file was there, or little before it. The next
// read of any stream takes one.
const spares = [];
const MOST_SPARES = 8;

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
  const file = this[kFile];
  const length = Math.min(size, this.end - (this.pos ?? this.bytesRead) + 1);
  if (length <= 0) {
    this.push(null);
    return;
  }
  file.begin();
  const isOurs = file.fs.read === read;
  const room = isOurs && length === READ_SIZE && spares.length > 0 ? spares.pop() : makeYoung(length);
  file.fs.read(this.fd, room, 0, length, this.pos, (error, count, buffer) => {
    file.end(error);
    if (this.destroyed) return;
    if (error) {
      errorOrDestroy(this, error);
      return;
    }
    const chunk = count > 0 ? takeBytes(this, buffer, count) : null;
    if (isOurs && chunk !== buffer) keepSpare(buffer);
    this.push(chunk);
  });
};

function takeBytes(stream, buffer, count) {
  if (stream.pos !== undefined) stream.pos += count;
  stream.bytesRead += count;
  return count === buffer.length ? buffer : copyOf(buffer, count);
}

// A short piece would keep all of the buffer in memory.
function copyOf(buffer, count) {
  const copy = makeYoung(count);
  buffer.copy(copy, 0, 0, count);
  return copy;
}

function keepSpare(buffer) {
  if (buffer.length === READ_SIZE && spares.length < MOST_SPARES) spares.push(buffer);
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
