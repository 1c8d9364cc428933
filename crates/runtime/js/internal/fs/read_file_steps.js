// Reading a file step by step: for readFile with a signal, which is looked at between the steps, with a buffer
// of the caller's, or from a FileHandle.
'use strict';

const fsBinding = binding('fs');
const { abortError } = require('internal/fs/abort');
const { aggregateTwoErrors, codes } = require('internal/errors');
const { getFile } = require('internal/fs/read_file');
const { S_IFMT, S_IFREG } = require('internal/fs/constants');
const { stringToFlags } = require('internal/fs/flags');
const { validateBuffer } = require('internal/validators');

const MAX_SIZE = 2 ** 31 - 1;
const CHUNK_SIZE = 512 * 1024;
const UNKNOWN_SIZE_CHUNK = 64 * 1024;
// Where a stat has these.
const MODE = 1;
const SIZE = 8;

function validateBufferOption(buffer) {
  if (buffer !== undefined && typeof buffer !== 'function' && !ArrayBuffer.isView(buffer)) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'options.buffer', ['Function', 'Buffer', 'TypedArray', 'DataView'], buffer);
  }
}

// Where the bytes go. A file whose size is known is read into one buffer of that size; else chunks are gathered.
class Target {
  constructor(size, option) {
    const { Buffer } = require('buffer');
    this.size = size;
    this.filled = 0;
    this.owned = option === undefined;
    this.chunks = null;
    this.name = typeof option === 'function' ? 'options.buffer()' : 'options.buffer';
    if (this.owned) {
      if (size === 0) this.chunks = [];
      this.buffer = Buffer.allocUnsafeSlow(size === 0 ? UNKNOWN_SIZE_CHUNK : size);
    } else {
      const view = typeof option === 'function' ? option(size) : option;
      validateBuffer(view, this.name);
      this.buffer = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
      if (view.byteLength < size) this.#tooSmall(`is smaller than the file size of ${size} bytes`);
    }
  }

  #tooSmall(reason) {
    throw new codes.ERR_INVALID_ARG_VALUE(`${this.name}.byteLength`, this.buffer.byteLength, reason);
  }

  // How many bytes the next read may bring. A full buffer of the caller's is checked for more with a byte apart.
  prepare() {
    if (this.filled === this.buffer.length) {
      if (this.chunks === null) return 0;
      this.chunks.push(this.buffer);
      this.buffer = require('buffer').Buffer.allocUnsafeSlow(UNKNOWN_SIZE_CHUNK);
      this.filled = 0;
    }
    return Math.min(this.buffer.length - this.filled, CHUNK_SIZE);
  }

  get total() {
    return this.chunks === null ? this.filled : this.chunks.length * UNKNOWN_SIZE_CHUNK + this.filled;
  }

  // Whether a file of the size that was told is complete.
  isFull() {
    return this.size !== 0 && this.filled >= this.size;
  }

  overflow() {
    this.#tooSmall('is too small to contain the entire file');
  }

  take(encoding) {
    let data = this.buffer.subarray(0, this.filled);
    if (this.chunks !== null) data = require('buffer').Buffer.concat([...this.chunks, data]);
    return encoding ? data.toString(encoding) : data;
  }
}

function regularSize() {
  const { statNumbers } = fsBinding;
  const size = (statNumbers[MODE] & S_IFMT) === S_IFREG ? statNumbers[SIZE] : 0;
  if (size > MAX_SIZE) throw new codes.ERR_FS_FILE_TOO_LARGE(size);
  return size;
}

// One read under way after the other: the file is `fd`, the outcome goes to `done(error, data)`.
class Steps {
  constructor(fd, options, done) {
    this.fd = fd;
    this.options = options;
    this.done = done;
    this.target = null;
    this.spare = null;
    this.onStat = (error) => this.#afterStat(error);
    this.onRead = (error, count) => this.#afterRead(error, count);
  }

  start() {
    if (this.#isAborted()) return;
    fsBinding.fstat(this.fd, false, this.onStat);
  }

  #isAborted() {
    const { signal } = this.options;
    if (!signal?.aborted) return false;
    this.done(abortError(signal));
    return true;
  }

  #afterStat(error) {
    if (error !== null) {
      this.done(error);
      return;
    }
    try {
      this.target = new Target(regularSize(), this.options.buffer);
    } catch (failure) {
      this.done(failure);
      return;
    }
    this.#next();
  }

  #next() {
    if (this.#isAborted()) return;
    const { target } = this;
    const room = target.prepare();
    if (room > 0) {
      fsBinding.read(this.fd, target.buffer, target.filled, room, -1, this.onRead);
    } else {
      this.spare = require('buffer').Buffer.alloc(1);
      fsBinding.read(this.fd, this.spare, 0, 1, -1, this.onRead);
    }
  }

  #afterRead(error, count) {
    if (error !== null) {
      this.done(error);
      return;
    }
    let data;
    try {
      if (this.#takeIn(count)) data = this.target.take(this.options.encoding);
    } catch (failure) {
      this.done(failure);
      return;
    }
    if (data === undefined) this.#next();
    else this.done(null, data);
  }

  // Whether that was the last of the file.
  #takeIn(count) {
    if (count === 0) return true;
    if (this.spare !== null) this.target.overflow();
    this.target.filled += count;
    if (this.target.total > MAX_SIZE) throw new codes.ERR_FS_FILE_TOO_LARGE(this.target.total);
    return this.target.isFull();
  }
}

function readFile(path, options, callback) {
  validateBufferOption(options.buffer);
  const file = getFile(path);
  if (typeof file === 'number') {
    new Steps(file, options, callback).start();
    return;
  }
  const flags = stringToFlags(options.flag);
  if (options.signal?.aborted) {
    callback(abortError(options.signal));
    return;
  }
  fsBinding.open(file, flags, 0o666, (error, fd) => {
    if (error !== null) callback(error);
    else new Steps(fd, options, closeThen(fd, callback)).start();
  });
}

// The file is closed whatever became of the reading, and both failures are told.
function closeThen(fd, callback) {
  return (error, data) => {
    fsBinding.close(fd, (closeError) => {
      const failure = aggregateTwoErrors(closeError, error ?? null);
      if (failure) callback(failure);
      else callback(null, data);
    });
  };
}

function readFileSync(path, options) {
  validateBufferOption(options.buffer);
  const file = getFile(path);
  if (typeof file === 'number') return readAllSync(file, options);
  const fd = fsBinding.open(file, stringToFlags(options.flag), 0o666);
  try {
    return readAllSync(fd, options);
  } finally {
    fsBinding.close(fd);
  }
}

function readAllSync(fd, options) {
  fsBinding.fstat(fd, false);
  const target = new Target(regularSize(), options.buffer);
  while (!target.isFull()) {
    const room = target.prepare();
    if (room === 0) {
      if (fsBinding.read(fd, require('buffer').Buffer.alloc(1), 0, 1, -1) > 0) target.overflow();
      break;
    }
    const count = fsBinding.read(fd, target.buffer, target.filled, room, -1);
    if (count === 0) break;
    target.filled += count;
  }
  return target.take(options.encoding);
}

// For a FileHandle: reads from where the file stands and leaves it open.
function readFileHandle(fd, options, callback) {
  new Steps(fd, options, callback).start();
}

module.exports = { closeThen, readFile, readFileHandle, readFileSync, validateBufferOption };
