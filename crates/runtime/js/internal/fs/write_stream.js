// fs.WriteStream: a file as a writable stream.
'use strict';

const { Writable } = require('stream');
const { codes } = require('internal/errors');
const {
  attach,
  defineFileProperties,
  kFile,
  openFile,
  streamOptions,
} = require('internal/fs/stream_file');
const { validateBoolean, validateFunction, validateInteger } = require('internal/validators');

// So many writes in a row may take nothing.
const MAX_EMPTY_WRITES = 5;

function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  // Strings reach the file as buffers.
  options = streamOptions(options, { decodeStrings: true });
  attach(this, path, options, 'w');
  this.flush = options.flush ?? false;
  validateBoolean(this.flush, 'options.flush');
  checkFunctions(this, options.autoDestroy);
  const { start } = options;
  if (start !== undefined) validateInteger(start, 'start', 0);
  this.start = start;
  // Undefined as long as the file's own position counts.
  this.pos = start;
  this.bytesWritten = 0;
  Writable.call(this, options);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
Object.setPrototypeOf(WriteStream.prototype, Writable.prototype);
Object.setPrototypeOf(WriteStream, Writable);

// One of write and writev is enough.
function checkFunctions(stream, closes) {
  const { write, writev, close } = stream[kFile].fs;
  if (write || !writev) validateFunction(write, 'options.fs.write');
  else stream._write = null;
  if (writev) validateFunction(writev, 'options.fs.writev');
  else stream._writev = null;
  if (closes) validateFunction(close, 'options.fs.close');
}

WriteStream.prototype._construct = function(callback) {
  openFile(this, callback);
};

// Bytes on their way to the file, in as many writes as it takes.
class Writing {
  constructor(stream, buffers, isVector, callback) {
    this.stream = stream;
    this.file = stream[kFile];
    this.buffers = buffers;
    this.isVector = isVector;
    this.name = isVector ? 'writev' : 'write';
    this.position = stream.pos;
    this.emptyWrites = 0;
    this.callback = callback;
    this.onWritten = (error, count) => this.written(error, count);
  }

  // The next one goes behind it.
  start() {
    const { stream, buffers } = this;
    if (stream.pos !== undefined) stream.pos += buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    this.file.begin();
    this.write();
  }

  write() {
    const { buffers, position, stream, file: { fs } } = this;
    if (this.isVector) fs.writev(stream.fd, buffers, position, this.onWritten);
    else fs.write(stream.fd, buffers[0], 0, buffers[0].length, position, this.onWritten);
  }

  written(error, count) {
    const { stream } = this;
    // The file may take it a little later.
    if (error?.code === 'EAGAIN') {
      error = null;
      count = 0;
    }
    if (error || stream.destroyed) {
      this.finish(error || new codes.ERR_STREAM_DESTROYED(this.name));
      return;
    }
    stream.bytesWritten += count;
    if (this.position !== undefined) this.position += count;
    this.emptyWrites = count > 0 ? 0 : this.emptyWrites + 1;
    this.buffers = withoutFirst(this.buffers, count);
    if (this.emptyWrites > MAX_EMPTY_WRITES) {
      this.finish(new codes.ERR_SYSTEM_ERROR(`${this.name} failed`));
    } else if (this.buffers.length > 0) {
      this.write();
    } else {
      this.finish();
    }
  }

  finish(error) {
    this.callback(error);
    this.file.end(error);
  }
}

// What is left of some buffers when `count` bytes are taken away.
function withoutFirst(buffers, count) {
  let first = 0;
  while (first < buffers.length && count >= buffers[first].byteLength) {
    count -= buffers[first].byteLength;
    first++;
  }
  const rest = buffers.slice(first);
  if (count > 0) rest[0] = rest[0].subarray(count);
  return rest;
}

WriteStream.prototype._write = function(chunk, encoding, callback) {
  new Writing(this, [chunk], false, callback).start();
};

WriteStream.prototype._writev = function(chunks, callback) {
  new Writing(this, chunks.map(({ chunk }) => chunk), true, callback).start();
};

WriteStream.prototype._destroy = function(error, callback) {
  this[kFile].close(this, error, callback);
};

WriteStream.prototype.close = function(callback) {
  if (callback && this.closed) {
    process.nextTick(callback);
    return;
  }
  if (callback) this.on('close', callback);
  // Without autoClose nothing else destroys a stream that has finished.
  if (!this.autoClose) this.on('finish', this.destroy);
  this.end();
};

WriteStream.prototype.destroySoon = WriteStream.prototype.end;

defineFileProperties(WriteStream, '_writableState');

module.exports = { WriteStream };
