// What file streams of both kinds have in common: the file behind the stream, how it is opened and
// closed, and the options for that.
'use strict';

const { codes } = require('internal/errors');
const { getOptions, getValidatedFd, getValidatedPath } = require('internal/fs/validate');
const { validateFunction } = require('internal/validators');

// A stream's StreamFile.
const kFile = Symbol('kFile');

const DEFAULT_MODE = 0o666;

// The functions of `fs` that streams use, for a FileHandle. The descriptor is the handle's own.
class HandleFs {
  constructor(handle) {
    this.handle = handle;
  }

  read(fd, buffer, offset, length, position, callback) {
    this.handle.read(buffer, offset, length, position).then(
      (result) => callback(null, result.bytesRead, result.buffer),
      (error) => callback(error, 0, buffer),
    );
  }

  write(fd, buffer, offset, length, position, callback) {
    report(this.handle.write(buffer, offset, length, position), callback);
  }

  writev(fd, buffers, position, callback) {
    report(this.handle.writev(buffers, position), callback);
  }

  fsync(fd, callback) {
    this.handle.sync().then(() => callback(null), callback);
  }

  close(fd, callback) {
    const { kUnref } = require('internal/fs/promises/handle');
    this.handle[kUnref]();
    this.handle.close().then(() => callback(null), callback);
  }
}

function report(writing, callback) {
  writing.then((result) => callback(null, result.bytesWritten), (error) => callback(error, 0));
}

// The file is not closed while something is read or written.
class StreamFile {
  constructor(fs) {
    this.fs = fs;
    this.isBusy = false;
    // What waits for that: a function of the error of the last operation.
    this.whenIdle = undefined;
  }

  begin() {
    this.isBusy = true;
  }

  end(error) {
    const next = this.whenIdle;
    this.isBusy = false;
    this.whenIdle = undefined;
    next?.(error);
  }

  // Calls back with the first error that there was.
  close(stream, error, callback) {
    if (this.isBusy) {
      this.whenIdle = (lastError) => this.close(stream, error || lastError, callback);
    } else if (typeof stream.fd !== 'number') {
      callback(error);
    } else if (stream.flush) {
      this.fs.fsync(stream.fd, (flushError) => this.release(stream, error || flushError, callback));
    } else {
      this.release(stream, error, callback);
    }
  }

  release(stream, error, callback) {
    const { fd } = stream;
    this.fs.close(fd, (closeError) => callback(closeError || error));
    stream.fd = null;
  }
}

// The options as streams have them. Those that the given object inherits count too.
function streamOptions(given, defaults) {
  const options = getOptions(given, {});
  return {
    __proto__: options,
    ...defaults,
    autoDestroy: options.autoClose === undefined ? true : options.autoClose,
  };
}

// Says which file the stream is for: one to be opened, or one that is open.
function attach(stream, path, options, defaultFlags) {
  const { fd } = options;
  if (options.windowsHandle != null) refuseWindowsHandle(fd);
  if (fd != null) {
    const fs = typeof fd === 'number' ? options.fs || require('fs') : shareHandle(stream, fd, options);
    stream[kFile] = new StreamFile(fs);
    stream.fd = getValidatedFd(typeof fd === 'number' ? fd : fd.fd);
    return;
  }
  const fs = options.fs || require('fs');
  stream.fd = null;
  validateFunction(fs.open, 'options.fs.open');
  stream[kFile] = new StreamFile(fs);
  stream.path = getValidatedPath(path);
  stream.flags = options.flags === undefined ? defaultFlags : options.flags;
  stream.mode = options.mode === undefined ? DEFAULT_MODE : options.mode;
}

function refuseWindowsHandle(fd) {
  if (fd != null) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('windowsHandle', 'fd');
  throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('windowsHandle');
}

// Stream and handle are closed together.
function shareHandle(stream, handle, options) {
  const { FileHandle, kRef } = require('internal/fs/promises/handle');
  if (!(handle instanceof FileHandle)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.fd', ['number', 'FileHandle'], handle);
  }
  if (options.fs) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('FileHandle with fs');
  handle[kRef]();
  handle.on('close', () => stream.close());
  return new HandleFs(handle);
}

// The _construct of both.
function openFile(stream, callback) {
  if (typeof stream.fd === 'number') {
    callback();
  } else if (stream.open !== undefined) {
    openByMethod(stream, callback);
  } else {
    stream[kFile].fs.open(stream.path, stream.flags, stream.mode, (error, fd) => {
      if (error) {
        callback(error);
        return;
      }
      stream.fd = fd;
      callback();
      stream.emit('open', fd);
      stream.emit('ready');
    });
  }
}

// Packages replace a method open() that streams once had: it tells by an event how it went, after
// which the stream is as any other.
function openByMethod(stream, callback) {
  const emit = stream.emit;
  const isOwn = Object.hasOwn(stream, 'emit');
  const settle = (error) => {
    if (isOwn) stream.emit = emit;
    else delete stream.emit;
    callback(error);
  };
  stream.emit = (event, ...args) => {
    if (event === 'error') {
      // The stream emits it again when it is destroyed.
      settle(args[0]);
      return true;
    }
    if (event === 'open') settle();
    return Reflect.apply(emit, stream, [event, ...args]);
  };
  stream.open();
}

// The properties of both. `autoClose` is their name for `autoDestroy`.
function defineFileProperties(Stream, stateName) {
  const stateOf = (stream) => {
    const state = stream[stateName];
    if (state === undefined) throw new codes.ERR_INVALID_THIS(Stream.name);
    return state;
  };
  Object.defineProperty(Stream.prototype, 'autoClose', {
    __proto__: null,
    get() { return stateOf(this).autoDestroy; },
    set(value) { stateOf(this).autoDestroy = value; },
  });
  Object.defineProperty(Stream.prototype, 'pending', {
    __proto__: null,
    get() { return this.fd === null; },
    configurable: true,
  });
}

module.exports = { attach, defineFileProperties, kFile, openFile, streamOptions };
