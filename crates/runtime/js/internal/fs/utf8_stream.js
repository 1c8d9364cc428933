// fs.Utf8Stream: collects text and writes it to a file in large pieces, at once or in the background.
'use strict';

const EventEmitter = require('events');
const { Batches } = require('internal/fs/utf8_batches');
const { codes } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateObject, validateOneOf, validateUint32,
} = require('internal/validators');

const retryDelay = 100;
const defaultMaxWrite = 16 * 1024;
const smallestHighWaterMark = 16387;

function ignore() {}

// Nothing else can be done meanwhile: the write has to be through before the call returns.
function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function isBusy(error) {
  return error.code === 'EAGAIN' || error.code === 'EBUSY';
}

function checkNumber(value, name) {
  const number = +value;
  validateUint32(number, name);
  return number;
}

function checkOptions(options) {
  validateObject(options, 'options');
  const {
    append = true, contentMode = 'utf8', dest, fd = dest, fs, fsync = false, maxLength = 0, maxWrite = defaultMaxWrite,
    minLength = 0, mkdir = false, mode, periodicFlush = 0, retryEAGAIN = () => true, sync = false,
  } = options;
  if (typeof fd !== 'number' && typeof fd !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('fd', ['number', 'string'], fd);
  }
  if (fs !== undefined) validateObject(fs, 'options.fs');
  validateFunction(retryEAGAIN, 'options.retryEAGAIN');
  validateBoolean(append, 'options.append');
  validateBoolean(fsync, 'options.fsync');
  validateBoolean(mkdir, 'options.mkdir');
  validateBoolean(sync, 'options.sync');
  validateOneOf(contentMode, 'options.contentMode', ['buffer', 'utf8']);
  const settings = {
    __proto__: null, append, contentMode, fd, fs, fsync, mkdir, mode, retryEAGAIN, sync,
    maxLength: checkNumber(maxLength || 0, 'options.maxLength'),
    maxWrite: checkNumber(maxWrite || defaultMaxWrite, 'options.maxWrite'),
    minLength: +(minLength || 0),
    periodicFlush: checkNumber(periodicFlush || 0, 'options.periodicFlush'),
  };
  checkNumber(Math.max(settings.minLength, smallestHighWaterMark), 'options.hwm');
  if (settings.minLength >= settings.maxWrite) {
    const error = new RangeError(
      `The argument 'minLength' should be smaller than maxWrite (${settings.maxWrite}). Received ${minLength}`);
    error.code = 'ERR_INVALID_ARG_VALUE';
    throw error;
  }
  return settings;
}

class Utf8Stream extends EventEmitter {
  #settings;
  #fs;
  #batches;
  #file;
  #fd = -1;
  #isOpening = false;
  #isReopening = false;
  #isWriting = false;
  #isEnding = false;
  #isDestroyed = false;
  // It is to be closed as soon as nothing is written any more.
  #closesLater = false;
  #isDrainDue = false;
  // The last write failed: what it was about goes first, by itself.
  #hasFailed = false;
  #isRest = false;
  #timer = undefined;

  constructor(options = {}) {
    super();
    const settings = checkOptions(options);
    this.#settings = settings;
    this.#fs = { __proto__: null, ...require('fs'), ...settings.fs };
    this.#batches = new Batches(settings.contentMode === 'utf8', settings.maxWrite);
    if (typeof settings.fd === 'number') {
      this.#fd = settings.fd;
      process.nextTick(() => this.emit('ready'));
    } else {
      this.#open(settings.fd);
    }
    if (settings.periodicFlush > 0) {
      this.#timer = require('timers').setInterval(() => this.flush(ignore), settings.periodicFlush);
      this.#timer.unref();
    }
  }

  #failIfDestroyed() {
    if (this.#isDestroyed) throw new codes.ERR_INVALID_STATE('Utf8Stream is destroyed');
  }

  // --- opening ---

  #open(file) {
    const { append, mkdir, mode, sync } = this.#settings;
    const flags = append ? 'a' : 'w';
    const folder = () => require('path').dirname(file);
    this.#isOpening = true;
    this.#isWriting = true;
    this.#file = file;
    if (sync) {
      let fd;
      try {
        if (mkdir) this.#fs.mkdirSync(folder(), { recursive: true });
        fd = this.#fs.openSync(file, flags, mode);
      } catch (error) {
        this.#opened(error);
        throw error;
      }
      this.#opened(null, fd);
      return;
    }
    const done = (error, fd) => this.#opened(error, fd);
    const open = (error) => {
      if (error) done(error);
      else this.#fs.open(file, flags, mode, done);
    };
    if (mkdir) this.#fs.mkdir(folder(), { recursive: true }, open);
    else open(null);
  }

  // If it cannot be opened, what was open before stays.
  #opened(error, fd) {
    const { sync } = this.#settings;
    const wasReopening = this.#isReopening;
    const before = this.#fd;
    this.#isOpening = false;
    this.#isReopening = false;
    this.#isWriting = false;
    if (error) {
      if (!sync) this.emit('error', error);
      else process.nextTick(() => { if (this.listenerCount('error') > 0) this.emit('error', error); });
      return;
    }
    this.#fd = fd;
    if (before > 2) this.#fs.close(before, (problem) => { if (problem) this.emit('error', problem); });
    if (sync) process.nextTick(() => this.emit('ready'));
    else this.emit('ready');
    if (this.#closesLater) this.#close();
    else if (!this.#isWriting && !this.#isDestroyed) this.#afterOpening(wasReopening);
  }

  #afterOpening(wasReopening) {
    if (this.#batches.size > 0 && this.#batches.size >= this.#settings.minLength) this.#writeNext();
    else if (wasReopening) process.nextTick(() => this.emit('drain'));
  }

  reopen(file = undefined) {
    this.#failIfDestroyed();
    if (file !== undefined) require('internal/fs/validate').getValidatedPath(file);
    if (this.#isOpening) {
      this.once('ready', () => this.reopen(file));
      return;
    }
    if (this.#isEnding) return;
    if (file === undefined && this.#file === undefined) {
      throw new codes.ERR_OPERATION_FAILED('Unable to reopen a file descriptor, you must pass a file to SonicBoom');
    }
    this.#isReopening = true;
    if (file !== undefined) this.#file = file;
    if (!this.#isWriting) this.#open(this.#file);
  }

  // --- writing ---

  // False if it would be better to wait for 'drain'.
  write(data) {
    this.#failIfDestroyed();
    this.#checkData(data);
    const { maxLength, minLength } = this.#settings;
    const batches = this.#batches;
    if (maxLength > 0 && batches.size + data.length > maxLength) {
      this.emit('drop', data);
    } else {
      batches.add(data, this.#isWriting || this.#hasFailed);
      if (!this.#isWriting && batches.size >= minLength) this.#writeNext();
    }
    return batches.size < Math.max(minLength, smallestHighWaterMark);
  }

  #checkData(data) {
    if (this.#settings.contentMode === 'utf8') {
      if (typeof data !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('data', 'string', data);
    } else if (!(data instanceof Uint8Array)) {
      throw new codes.ERR_INVALID_ARG_TYPE('data', ['Buffer', 'TypedArray', 'DataView'], data);
    }
  }

  #writeNext() {
    this.#isWriting = true;
    this.#hasFailed = false;
    const { first } = this.#batches;
    if (this.#settings.sync) {
      this.#writeNow(first);
      return;
    }
    const done = (error, count) => this.#written(error, count);
    if (this.#settings.contentMode === 'utf8') this.#fs.write(this.#fd, first.content, 'utf8', done);
    else this.#fs.write(this.#fd, first.content, done);
  }

  #writeNow(batch) {
    let count;
    try {
      count = this.#callWriteSync(batch);
    } catch (error) {
      this.#written(error);
      return;
    }
    this.#written(null, count);
  }

  #callWriteSync({ content }) {
    return typeof content === 'string' ?
      this.#fs.writeSync(this.#fd, content, 'utf8') :
      this.#fs.writeSync(this.#fd, content);
  }

  // Whether to try a write that failed once more.
  #retries(error) {
    const { first, size } = this.#batches;
    return isBusy(error) && this.#settings.retryEAGAIN(error, first.size, size - first.size);
  }

  #written(error, count) {
    if (error) {
      this.#writeFailed(error);
      return;
    }
    const { first } = this.#batches;
    // A function in place of write() may not tell: then it was all.
    const done = count ?? first.size;
    // The rest of what was written at once in part is not told of.
    if (!this.#isRest) this.emit('write', done);
    const isWhole = done >= first.size;
    this.#isRest = this.#settings.sync && !isWhole && done > 0;
    this.#batches.skip(done);
    if (isWhole && this.#settings.fsync) this.#fs.fsyncSync(this.#fd);
    if (!isWhole && !this.#closesLater) {
      this.#writeNext();
    } else if (this.#closesLater) {
      // Who waits for a flush is told of it.
      this.emit('drain');
      this.#close();
    } else {
      this.#goOn();
    }
  }

  #writeFailed(error) {
    if (!this.#retries(error)) {
      this.#isWriting = false;
      this.#hasFailed = true;
      if (this.#closesLater) this.#close();
      this.emit('error', error);
    } else if (this.#settings.sync) {
      sleep(retryDelay);
      this.#writeNext();
    } else {
      require('timers').setTimeout(() => this.#writeNext(), retryDelay);
    }
  }

  #goOn() {
    const { size } = this.#batches;
    this.#isWriting = false;
    if (this.#isReopening) {
      this.#open(this.#file);
    } else if (size > 0 && (this.#isEnding || size > this.#settings.minLength)) {
      this.#writeNext();
    } else if (this.#isEnding) {
      this.#close();
    } else if (!this.#settings.sync) {
      this.emit('drain');
    } else if (!this.#isDrainDue) {
      this.#isDrainDue = true;
      process.nextTick(() => {
        this.#isDrainDue = false;
        this.emit('drain');
      });
    }
  }

  // --- flushing ---

  flush(callback) {
    if (callback !== undefined) validateFunction(callback, 'cb');
    if (this.#isDestroyed) {
      callback?.(new codes.ERR_INVALID_STATE('Utf8Stream is destroyed'));
      return;
    }
    if (this.#settings.minLength <= 0) {
      callback?.();
      return;
    }
    if (callback !== undefined) this.#callWhenDrained(callback);
    if (this.#isWriting) return;
    if (this.#batches.size > 0) this.#writeNext();
    else process.nextTick(() => this.emit('drain'));
  }

  #callWhenDrained(callback) {
    const onDrain = () => {
      this.removeListener('error', onError);
      if (this.#settings.fsync || this.#fd === -1) {
        callback();
        return;
      }
      // Closed meanwhile, it was synced before.
      this.#fs.fsync(this.#fd, (error) => callback(error?.code === 'EBADF' ? null : error));
    };
    const onError = (error) => {
      this.removeListener('drain', onDrain);
      callback(error);
    };
    this.once('drain', onDrain);
    this.once('error', onError);
  }

  // What is being written in the background is left to that.
  flushSync() {
    this.#failIfDestroyed();
    if (this.#fd < 0) throw new codes.ERR_INVALID_STATE('Invalid file descriptor');
    const busy = this.#isWriting && !this.#settings.sync ? this.#batches.takeFirst() : undefined;
    try {
      while (this.#batches.size > 0) this.#flushFirst();
    } finally {
      if (busy !== undefined) this.#batches.putFirst(busy);
    }
    try {
      this.#fs.fsyncSync(this.#fd);
    } catch {
      // Not every file can be synced.
    }
  }

  #flushFirst() {
    const { first } = this.#batches;
    try {
      const count = this.#callWriteSync(first);
      this.#batches.skip(count ?? first.size);
    } catch (error) {
      if (!this.#retries(error)) throw error;
      sleep(retryDelay);
    }
  }

  // --- ending ---

  end() {
    this.#failIfDestroyed();
    if (this.#isOpening) {
      this.once('ready', () => this.end());
      return;
    }
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (this.#isWriting) return;
    if (this.#batches.size > 0 && this.#fd >= 0) this.#writeNext();
    else this.#close();
  }

  destroy() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    if (this.#isWriting) this.#closesLater = true;
    else this.#close();
  }

  #close() {
    const isFinished = !this.#isDestroyed;
    const fd = this.#fd;
    this.#isDestroyed = true;
    this.#closesLater = false;
    if (!isFinished && this.#isWriting) this.#isWriting = false;
    if (this.#timer !== undefined) require('timers').clearInterval(this.#timer);
    this.#batches.clear();
    const done = (error) => {
      if (error) {
        this.emit('error', error);
        return;
      }
      if (isFinished) this.emit('finish');
      this.emit('close');
    };
    // The standard streams stay open.
    const close = () => {
      if (fd === 1 || fd === 2) process.nextTick(done);
      else this.#fs.close(fd, done);
    };
    if (this.#settings.fsync) close();
    else this.#syncThen(fd, close);
  }

  #syncThen(fd, close) {
    try {
      this.#fs.fsync(fd, close);
    } catch {
      close();
    }
  }

  get mode() { return this.#settings.mode; }
  get file() { return this.#file; }
  get fd() { return this.#fd; }
  get minLength() { return this.#settings.minLength; }
  get maxLength() { return this.#settings.maxLength; }
  get writing() { return this.#isWriting; }
  get sync() { return this.#settings.sync; }
  get fsync() { return this.#settings.fsync; }
  get append() { return this.#settings.append; }
  get periodicFlush() { return this.#settings.periodicFlush; }
  get contentMode() { return this.#settings.contentMode; }
  get mkdir() { return this.#settings.mkdir; }
}

module.exports = { Utf8Stream };
