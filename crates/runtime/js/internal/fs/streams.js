// ReadStream and WriteStream: files as streams.
'use strict';

const { Readable, Writable, finished } = require('stream');
const { codes } = require('internal/errors');
const { errorOrDestroy } = require('internal/streams/destroy');
const { getOptions, getValidatedFd, getValidatedPath } = require('internal/fs/validate');
const { validateBoolean, validateFunction, validateInteger } = require('internal/validators');

const kFs = Symbol('kFs');
const kHandle = Symbol('kHandle');
const kIoDone = Symbol('kIoDone');
const kIsPerformingIO = Symbol('kIsPerformingIO');

const DEFAULT_MODE = 0o666;
const READ_SIZE = 64 * 1024;
const MAX_EMPTY_WRITES = 5;

// The functions of fs that a stream over a FileHandle uses.
function handleOperations(handle) {
  return {
    close(fd, callback) {
      handle[require('internal/fs/promises/handle').kUnref]();
      handle.close().then(() => callback(), callback);
    },
    fsync(fd, callback) {
      handle.sync().then(() => callback(), callback);
    },
    read(fd, buffer, offset, length, position, callback) {
      handle.read(buffer, offset, length, position).then(
        (result) => callback(null, result.bytesRead, result.buffer), (error) => callback(error, 0, buffer));
    },
    write(fd, buffer, offset, length, position, callback) {
      handle.write(buffer, offset, length, position).then(
        (result) => callback(null, result.bytesWritten, result.buffer), (error) => callback(error, 0, buffer));
    },
    writev(fd, buffers, position, callback) {
      handle.writev(buffers, position).then(
        (result) => callback(null, result.bytesWritten, result.buffers), (error) => callback(error, 0, buffers));
    },
  };
}

// Sets up what a stream of either kind reads from or writes to: a path to be opened, a descriptor, or a FileHandle.
function attach(stream, path, options, defaultFlags) {
  if (options.windowsHandle != null) refuseWindowsHandle(options);
  if (options.fd == null) {
    stream.fd = null;
    stream[kFs] = options.fs || require('fs');
    validateFunction(stream[kFs].open, 'options.fs.open');
    stream.path = getValidatedPath(path);
    stream.flags = options.flags === undefined ? defaultFlags : options.flags;
    stream.mode = options.mode === undefined ? DEFAULT_MODE : options.mode;
  } else {
    stream.fd = getValidatedFd(importFd(stream, options));
  }
}

function refuseWindowsHandle(options) {
  if (options.fd != null) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('windowsHandle', 'fd');
  throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('windowsHandle');
}

function importFd(stream, options) {
  const { fd } = options;
  if (typeof fd === 'number') {
    stream[kFs] = options.fs || require('fs');
    return fd;
  }
  const { FileHandle, kRef } = require('internal/fs/promises/handle');
  if (!(fd instanceof FileHandle)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.fd', ['number', 'FileHandle'], fd);
  }
  if (options.fs) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('FileHandle with fs');
  stream[kHandle] = fd;
  stream[kFs] = handleOperations(fd);
  fd[kRef]();
  fd.on('close', stream.close.bind(stream));
  return fd.fd;
}

// `autoClose` is the name that file streams have for `autoDestroy`.
function getStreamOptions(options) {
  const given = getOptions(options, {});
  options = {};
  // Inherited options count too.
  for (let holder = given; holder !== null && holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const name of Object.keys(holder)) options[name] = given[name];
  }
  options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  return options;
}

function defineAutoClose(Stream, stateName) {
  function stateOf(stream) {
    const state = stream[stateName];
    if (state === undefined) throw new codes.ERR_INVALID_THIS(Stream.name);
    return state;
  }
  Object.defineProperty(Stream.prototype, 'autoClose', {
    __proto__: null,
    get() {
      return stateOf(this).autoDestroy;
    },
    set(value) {
      stateOf(this).autoDestroy = value;
    },
  });
}

function construct(callback) {
  if (typeof this.fd === 'number') {
    callback();
  } else if (this.open !== undefined) {
    constructWithOpen(this, callback);
  } else {
    this[kFs].open(this.path, this.flags, this.mode, (error, fd) => {
      if (error) {
        callback(error);
        return;
      }
      this.fd = fd;
      callback();
      this.emit('open', fd);
      this.emit('ready');
    });
  }
}

// A subclass may bring its own `open`, which tells by an event when it is done.
function constructWithOpen(stream, callback) {
  const { emit } = stream;
  stream.emit = function(...args) {
    if (args[0] === 'open') {
      stream.emit = emit;
      callback();
    } else if (args[0] === 'error') {
      stream.emit = emit;
      callback(args[1]);
      return undefined;
    }
    return emit.apply(stream, args);
  };
  stream.open();
}

// A descriptor in use is closed when that use is over.
function destroy(error, callback) {
  if (this[kIsPerformingIO]) {
    this.once(kIoDone, (ioError) => closeFile(this, error || ioError, callback));
  } else {
    closeFile(this, error, callback);
  }
}

function closeFile(stream, error, callback) {
  if (!stream.fd) {
    callback(error);
  } else if (stream.flush) {
    stream[kFs].fsync(stream.fd, (flushError) => closeDescriptor(stream, error || flushError, callback));
  } else {
    closeDescriptor(stream, error, callback);
  }
}

function closeDescriptor(stream, error, callback) {
  stream[kFs].close(stream.fd, (closeError) => callback(closeError || error));
  stream.fd = null;
}

function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  options = getStreamOptions(options);
  if (options.highWaterMark === undefined) options.highWaterMark = READ_SIZE;
  attach(this, path, options, 'r');
  if (options.autoDestroy) validateFunction(this[kFs].close, 'options.fs.close');
  validateFunction(this[kFs].read, 'options.fs.read');
  this.start = options.start;
  this.end = options.end ?? (options.end === undefined ? Infinity : options.end);
  this.pos = undefined;
  this.bytesRead = 0;
  this[kIsPerformingIO] = false;
  validateRange(this);
  Readable.call(this, options);
  if (options.encoding) this.setEncoding(options.encoding);
}
Object.setPrototypeOf(ReadStream.prototype, Readable.prototype);
Object.setPrototypeOf(ReadStream, Readable);

function validateRange(stream) {
  const { start, end } = stream;
  if (start !== undefined) {
    validateInteger(start, 'start', 0);
    stream.pos = start;
  }
  if (end === Infinity) return;
  validateInteger(end, 'end', 0);
  if (start !== undefined && start > end) {
    throw new codes.ERR_OUT_OF_RANGE('start', `<= "end" (here: ${end})`, start);
  }
}

defineAutoClose(ReadStream, '_readableState');

ReadStream.prototype._construct = function _construct(callback) {
  construct.call(this, callback);
};

ReadStream.prototype._read = function(size) {
  const done = this.pos === undefined ? this.bytesRead : this.pos;
  const length = Math.min(this.end - done + 1, size);
  if (length <= 0) {
    this.push(null);
    return;
  }
  const buffer = require('buffer').Buffer.allocUnsafeSlow(length);
  this[kIsPerformingIO] = true;
  this[kFs].read(this.fd, buffer, 0, length, this.pos, (error, bytesRead, filled) => {
    this[kIsPerformingIO] = false;
    if (this.destroyed) this.emit(kIoDone, error);
    else if (error) errorOrDestroy(this, error);
    else if (bytesRead > 0) pushRead(this, filled, bytesRead);
    else this.push(null);
  });
};

// A short read is copied, so that the consumer does not keep a mostly empty buffer alive.
function pushRead(stream, buffer, bytesRead) {
  if (stream.pos !== undefined) stream.pos += bytesRead;
  stream.bytesRead += bytesRead;
  if (bytesRead !== buffer.length) {
    const exact = require('buffer').Buffer.allocUnsafeSlow(bytesRead);
    buffer.copy(exact, 0, 0, bytesRead);
    buffer = exact;
  }
  stream.push(buffer);
}

ReadStream.prototype._destroy = function(error, callback) {
  destroy.call(this, error, callback);
};

ReadStream.prototype.close = function(callback) {
  if (callback) finished(this, callback);
  this.destroy(null);
};

const pending = {
  __proto__: null,
  get() {
    return this.fd === null;
  },
  configurable: true,
};
Object.defineProperty(ReadStream.prototype, 'pending', pending);

function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = getStreamOptions(options);
  // Strings reach the file as buffers.
  options.decodeStrings = true;
  attach(this, path, options, 'w');
  this.flush = options.flush ?? false;
  validateBoolean(this.flush, 'options.flush');
  validateWriteOperations(this, options);
  this.start = options.start;
  this.pos = undefined;
  this.bytesWritten = 0;
  this[kIsPerformingIO] = false;
  if (this.start !== undefined) {
    validateInteger(this.start, 'start', 0);
    this.pos = this.start;
  }
  Writable.call(this, options);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
Object.setPrototypeOf(WriteStream.prototype, Writable.prototype);
Object.setPrototypeOf(WriteStream, Writable);

function validateWriteOperations(stream, options) {
  const operations = stream[kFs];
  if (!operations.write && !operations.writev) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.fs.write', 'function', operations.write);
  }
  if (operations.write) validateFunction(operations.write, 'options.fs.write');
  if (operations.writev) validateFunction(operations.writev, 'options.fs.writev');
  if (options.autoDestroy) validateFunction(operations.close, 'options.fs.close');
  // Without one of the two, what Writable has to offer instead is used.
  if (!operations.write) stream._write = null;
  if (!operations.writev) stream._writev = null;
}

defineAutoClose(WriteStream, '_writableState');

WriteStream.prototype._construct = ReadStream.prototype._construct;

// Writes the whole of a buffer, however many writes it takes; a file that takes nothing several times over fails.
function writeAll(stream, data, position, callback, emptyWrites = 0) {
  stream[kFs].write(stream.fd, data, 0, data.length, position, (error, bytesWritten, buffer) => {
    if (error?.code === 'EAGAIN') {
      error = null;
      bytesWritten = 0;
    }
    if (stream.destroyed || error) {
      callback(error || new codes.ERR_STREAM_DESTROYED('write'));
      return;
    }
    stream.bytesWritten += bytesWritten;
    emptyWrites = bytesWritten ? 0 : emptyWrites + 1;
    if (position !== undefined) position += bytesWritten;
    const rest = buffer.subarray(bytesWritten);
    if (emptyWrites > MAX_EMPTY_WRITES) callback(new Error('write failed'));
    else if (rest.length > 0) writeAll(stream, rest, position, callback, emptyWrites);
    else callback();
  });
}

// The same for several buffers in one write.
function writevAll(stream, chunks, position, callback, emptyWrites = 0) {
  stream[kFs].writev(stream.fd, chunks, position, (error, bytesWritten, buffers) => {
    if (error?.code === 'EAGAIN') {
      error = null;
      bytesWritten = 0;
    }
    if (stream.destroyed || error) {
      callback(error || new codes.ERR_STREAM_DESTROYED('writev'));
      return;
    }
    stream.bytesWritten += bytesWritten;
    emptyWrites = bytesWritten ? 0 : emptyWrites + 1;
    if (position !== undefined) position += bytesWritten;
    const rest = withoutFirst(buffers, bytesWritten);
    if (emptyWrites > MAX_EMPTY_WRITES) callback(new Error('writev failed'));
    else if (rest.length > 0) writevAll(stream, rest, position, callback, emptyWrites);
    else callback();
  });
}

function withoutFirst(buffers, count) {
  const rest = [];
  for (const buffer of buffers) {
    if (count >= buffer.byteLength) {
      count -= buffer.byteLength;
    } else {
      rest.push(buffer.subarray(count));
      count = 0;
    }
  }
  return rest;
}

// What a write calls when it is over; a stream destroyed meanwhile waits for that to close its file.
function afterWrite(stream, callback) {
  return (error) => {
    stream[kIsPerformingIO] = false;
    callback(error);
    if (stream.destroyed) stream.emit(kIoDone, error);
  };
}

WriteStream.prototype._write = function(data, encoding, callback) {
  this[kIsPerformingIO] = true;
  writeAll(this, data, this.pos, afterWrite(this, callback));
  if (this.pos !== undefined) this.pos += data.length;
};

WriteStream.prototype._writev = function(data, callback) {
  const chunks = data.map(({ chunk }) => chunk);
  this[kIsPerformingIO] = true;
  writevAll(this, chunks, this.pos, afterWrite(this, callback));
  if (this.pos !== undefined) this.pos += chunks.reduce((size, chunk) => size + chunk.length, 0);
};

WriteStream.prototype._destroy = ReadStream.prototype._destroy;

WriteStream.prototype.close = function(callback) {
  if (callback) {
    if (this.closed) {
      process.nextTick(callback);
      return;
    }
    this.on('close', callback);
  }
  // Without autoClose nothing destroys the stream when it has finished.
  if (!this.autoClose) this.on('finish', this.destroy);
  this.end();
};

WriteStream.prototype.destroySoon = WriteStream.prototype.end;

Object.defineProperty(WriteStream.prototype, 'pending', pending);

module.exports = { FileReadStream: ReadStream, FileWriteStream: WriteStream, ReadStream, WriteStream };
