// FileHandle: an open file of fs.promises.
'use strict';

const fsBinding = binding('fs');
const EventEmitter = require('events');
const { kGive, kTransfer } = require('internal/cloneable');
const { DEFAULT_READ_SIZE, getValidatedOffset, validateRoom } = require('internal/fs/read');
const { afterStat } = require('internal/fs/stat');
const { codes, genericNodeError } = require('internal/errors');
const { encodeUnlessUtf8, placeOf, validateStringData } = require('internal/fs/write');
const { getValidatedPosition, validateBufferArray, validateReadRange, validateWriteRange } =
  require('internal/fs/validate');
const {
  kValidateObjectAllowNullable, parseFileMode, validateBoolean, validateBuffer, validateEncoding, validateInteger,
  validateObject,
} = require('internal/validators');
const { toUnixTimestamp } = require('internal/fs/times');
const { validateOwner } = require('internal/fs/access');

const kFd = Symbol('kFd');
const kRefs = Symbol('kRefs');
const kClosePromise = Symbol('kClosePromise');
const kCloseSettle = Symbol('kCloseSettle');
const kLocked = Symbol('kLocked');
const kRef = Symbol('kRef');
const kUnref = Symbol('kUnref');
const kIsGiven = Symbol('kIsGiven');

// A promise of what `start(done)` does with the file; the file stays open until then.
function use(handle, name, start) {
  return new Promise((resolve, reject) => {
    if (handle[kRefs] === undefined) {
      throw new codes.ERR_INTERNAL_ASSERTION('handle must be an instance of FileHandle');
    }
    if (handle.fd === -1) {
      const what = handle[kIsGiven] ? 'The FileHandle has been transferred' : 'file closed';
      throw genericNodeError(what, { code: 'EBADF', syscall: name });
    }
    handle[kRef]();
    function done(error, value) {
      handle[kUnref]();
      if (error === null) resolve(value);
      else reject(error);
    }
    try {
      start(done);
    } catch (error) {
      done(error);
    }
  });
}

class FileHandle extends EventEmitter {
  constructor(fd) {
    super();
    // Its own, so that it works without the handle it came from.
    const close = () => closeHandle(this);
    this.close = close;
    this[kFd] = fd;
    this[kRefs] = 1;
    this[kClosePromise] = null;
    this[kIsGiven] = false;
  }

  get fd() {
    return this[kFd];
  }

  appendFile(data, options) {
    return writeFile(this, data, options);
  }

  chmod(mode) {
    return use(this, 'fchmod', (done) => fsBinding.fchmod(this.fd, parseFileMode(mode, 'mode'), done));
  }

  chown(uid, gid) {
    return use(this, 'fchown', (done) => {
      validateOwner(uid, gid);
      fsBinding.fchown(this.fd, uid, gid, done);
    });
  }

  datasync() {
    return use(this, 'fdatasync', (done) => fsBinding.fdatasync(this.fd, done));
  }

  sync() {
    return use(this, 'fsync', (done) => fsBinding.fsync(this.fd, done));
  }

  // read(buffer, offset, length, position), read(buffer, options) or read(options)
  read(buffer, offset, length, position) {
    return use(this, 'read', (done) => read(this.fd, buffer, offset, length, position, done));
  }

  readv(buffers, position) {
    return use(this, 'readv', (done) => {
      validateBufferArray(buffers);
      fsBinding.readv(this.fd, buffers, placeOf(position), (error, bytesRead) => {
        if (error !== null) done(error);
        else done(null, { __proto__: null, bytesRead, buffers });
      });
    });
  }

  readFile(options) {
    return use(this, 'readFile', (done) => require('internal/fs/promises/files').readHandle(this, options, done));
  }

  readLines(options = undefined) {
    return require('readline').createInterface({
      input: this.createReadStream(options),
      crlfDelay: Infinity,
    });
  }

  stat(options) {
    return use(this, 'fstat', (done) => {
      const signal = options?.signal;
      if (signal !== undefined) done = require('internal/fs/abort').abortable(signal, done);
      if (done !== undefined) fsBinding.fstat(this.fd, options?.bigint === true, afterStat(done));
    });
  }

  truncate(length = 0) {
    return use(this, 'ftruncate', (done) => {
      validateInteger(length, 'len');
      fsBinding.ftruncate(this.fd, Math.max(0, length), done);
    });
  }

  utimes(atime, mtime) {
    return use(this, 'futimes', (done) => {
      atime = toUnixTimestamp(atime, 'atime');
      fsBinding.futimes(this.fd, atime, toUnixTimestamp(mtime, 'mtime'), done);
    });
  }

  // write(buffer, offset, length, position), write(buffer, options) or write(string, position, encoding)
  write(buffer, offset, length, position) {
    return use(this, 'write', (done) => {
      const report = (error, bytesWritten) => {
        if (error !== null) done(error);
        else done(null, { __proto__: null, bytesWritten, buffer });
      };
      if (ArrayBuffer.isView(buffer)) write(this.fd, buffer, offset, length, position, report);
      else writeString(this.fd, buffer, offset, length, report);
    });
  }

  writev(buffers, position) {
    return use(this, 'writev', (done) => {
      validateBufferArray(buffers);
      if (buffers.length === 0) {
        done(null, { __proto__: null, bytesWritten: 0, buffers });
        return;
      }
      fsBinding.writev(this.fd, buffers, placeOf(position), (error, bytesWritten) => {
        if (error !== null) done(error);
        else done(null, { __proto__: null, bytesWritten, buffers });
      });
    });
  }

  writeFile(data, options) {
    return writeFile(this, data, options);
  }

  readableWebStream(options = {}) {
    checkFree(this);
    this[kLocked] = true;
    validateObject(options, 'options');
    const { autoClose = false, type = 'bytes' } = options;
    validateBoolean(autoClose, 'options.autoClose');
    if (type !== 'bytes') {
      process.emitWarning('A non-"bytes" options.type has no effect. A byte-oriented steam is always created.',
                          'ExperimentalWarning');
    }
    return webStream(this, autoClose);
  }

  createReadStream(options = undefined) {
    const { ReadStream } = require('internal/fs/streams');
    return new ReadStream(undefined, { ...options, fd: this });
  }

  createWriteStream(options = undefined) {
    const { WriteStream } = require('internal/fs/streams');
    return new WriteStream(undefined, { ...options, fd: this });
  }

  // Another thread, or another object, gets the descriptor.
  [kTransfer]() {
    if (this[kClosePromise] !== null || this[kRefs] > 1) {
      const { cloneError } = require('internal/messaging/clone_error');
      throw cloneError('Cannot transfer FileHandle while in use');
    }
  }

  [kGive]() {
    const fd = this[kFd];
    this[kFd] = -1;
    this[kIsGiven] = true;
    return require('internal/fs/promises/given_handle').give(fd);
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }

  [kRef]() {
    this[kRefs]++;
  }

  // The last user gone, a close that was asked for is done.
  [kUnref]() {
    this[kRefs]--;
    if (this[kRefs] !== 0) return;
    const fd = this[kFd];
    this[kFd] = -1;
    fsBinding.close(fd, this[kCloseSettle]);
  }
}

// Streams of batches come with the option alone.
if (binding('process').hasOptions() &&
    require('internal/process/options').getOption('--experimental-stream-iter')) {
  const batches = 'internal/fs/promises/file_batches';
  const methods = {
    pull(...transforms) { return require(batches).pull(this, lockOf(this), transforms); },
    pullSync(...transforms) { return require(batches).pullSync(this, lockOf(this), transforms); },
    writer(...options) { return require('internal/fs/promises/file_writer').writer(this, lockOf(this), ...options); },
  };
  for (const name of Object.keys(methods)) {
    Object.defineProperty(FileHandle.prototype, name, {
      __proto__: null, value: methods[name], writable: true, configurable: true,
    });
  }
}

// Has a function that takes a handle for one user alone, and gives one by which it is free again, and closed if that is
// wanted: at once, or as a promise.
function lockOf(handle) {
  checkFree(handle);
  return () => {
    handle[kLocked] = true;
    handle[kRef]();
    return (autoClose, isSync = false) => {
      handle[kLocked] = false;
      if (!autoClose) {
        handle[kUnref]();
        return undefined;
      }
      if (!isSync) {
        handle[kUnref]();
        return handle.close();
      }
      const fd = handle[kFd];
      handle[kFd] = -1;
      fsBinding.close(fd);
      handle.emit('close');
      return undefined;
    };
  };
}

function checkFree(handle) {
  if (handle[kFd] === -1) throw new codes.ERR_INVALID_STATE('The FileHandle is closed');
  if (handle[kClosePromise]) throw new codes.ERR_INVALID_STATE('The FileHandle is closing');
  if (handle[kLocked]) throw new codes.ERR_INVALID_STATE('The FileHandle is locked');
}

function closeHandle(handle) {
  if (handle[kFd] === -1) return Promise.resolve();
  if (handle[kClosePromise]) return handle[kClosePromise];
  const promise = new Promise((resolve, reject) => {
    handle[kCloseSettle] = (error) => {
      handle[kClosePromise] = undefined;
      if (error === null) resolve();
      else reject(error);
    };
  });
  handle[kClosePromise] = promise;
  handle[kUnref]();
  handle.emit('close');
  return promise;
}

function read(fd, buffer, offset, length, position, done) {
  if (!ArrayBuffer.isView(buffer)) {
    if (buffer !== undefined) validateObject(buffer, 'options', kValidateObjectAllowNullable);
    ({
      buffer = require('buffer').Buffer.alloc(DEFAULT_READ_SIZE), offset = 0, length = buffer.byteLength - offset,
      position = null,
    } = buffer ?? {});
    validateBuffer(buffer);
  } else if (offset !== null && typeof offset === 'object') {
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset);
  }
  offset = getValidatedOffset(offset);
  length = length === undefined || length === null ? buffer.byteLength - offset : length | 0;
  position = getValidatedPosition(position, length);
  if (length === 0) {
    done(null, { __proto__: null, bytesRead: 0, buffer });
    return;
  }
  validateRoom(buffer);
  validateReadRange(offset, length, buffer.byteLength);
  fsBinding.read(fd, buffer, offset, length, position, (error, bytesRead) => {
    if (error !== null) done(error);
    else done(null, { __proto__: null, bytesRead, buffer });
  });
}

function write(fd, buffer, offset, length, position, done) {
  if (buffer.byteLength === 0) {
    done(null, 0);
    return;
  }
  if (offset !== null && typeof offset === 'object') {
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset);
  }
  offset = getValidatedOffset(offset);
  if (typeof length !== 'number') length = buffer.byteLength - offset;
  validateWriteRange(offset, length, buffer.byteLength);
  fsBinding.write(fd, buffer, offset, length, placeOf(position), done);
}

function writeFile(handle, data, options) {
  return use(handle, 'writeFile',
             (done) => require('internal/fs/promises/files').writeHandle(handle, data, options, done));
}

function writeString(fd, string, position, encoding, done) {
  validateStringData(string, 'buffer');
  validateEncoding(string, encoding);
  const bytes = encodeUnlessUtf8(string, encoding);
  if (bytes === undefined) fsBinding.writeString(fd, string, placeOf(position), done);
  else fsBinding.write(fd, bytes, 0, bytes.length, placeOf(position), done);
}

// A byte stream over the handle, which is in use until the stream ends.
function webStream(handle, autoClose) {
  const { ReadableStream } = require('internal/webstreams/readable_stream');
  const { readableCoreOf } = require('internal/webstreams/interface');
  function end() {
    handle[kUnref]();
    return autoClose ? handle.close() : undefined;
  }
  handle[kRef]();
  const stream = new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: 16384,
    async pull(controller) {
      const { view } = controller.byobRequest;
      const { bytesRead } = await handle.read(view, 0, view.byteLength);
      if (bytesRead === 0) {
        controller.close();
        await end();
      }
      // It may have been cancelled meanwhile.
      controller.byobRequest?.respond(bytesRead);
    },
    cancel: end,
  });
  // A reader may have locked it: scripts could not cancel it then.
  const core = readableCoreOf(stream);
  handle.once('close', () => core.cancel().catch(() => {}));
  return stream;
}

module.exports = { FileHandle, kRef, kUnref };
