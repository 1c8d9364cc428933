// Dir, fs.opendir and opendirSync: a directory read entry by entry.
'use strict';

const fsBinding = binding('fs');
const { Dirent } = require('internal/fs/dirent');
const { bindingNameEncoding, decodeName } = require('internal/fs/encoding');
const { codes } = require('internal/errors');
const { getOptions, getValidatedPath } = require('internal/fs/validate');
const { validateFunction, validateUint32 } = require('internal/validators');

const defaultOptions = { __proto__: null, encoding: 'utf8', bufferSize: 32, recursive: false };

function getDirOptions(options) {
  options = { ...defaultOptions, ...getOptions(options, defaultOptions) };
  validateUint32(options.bufferSize, 'options.bufferSize', true);
  return options;
}

class Dir {
  #handle;
  #path;
  #folder;
  #options;
  #entries = [];
  #position = 0;
  // The folders that a recursive reading still has to visit.
  #folders = [];
  // What waits for the asynchronous operation under way; null if there is none.
  #waiting = null;
  #closed = false;

  constructor(handle, path, options) {
    if (handle == null) throw new codes.ERR_MISSING_ARGS('handle');
    this.#handle = handle;
    this.#path = path;
    this.#folder = path;
    this.#options = getDirOptions(options);
  }

  get path() {
    if (!(#path in this)) throw new codes.ERR_INVALID_THIS('Dir');
    return this.#path;
  }

  read(callback) {
    if (callback === undefined) {
      return new Promise((resolve, reject) => this.#read(settle(resolve, reject)));
    }
    validateFunction(callback, 'callback');
    this.#read(callback);
  }

  #read(callback) {
    if (this.#closed) throw new codes.ERR_DIR_CLOSED();
    if (this.#waiting !== null) {
      this.#waiting.push(() => this.#read(callback));
      return;
    }
    const entry = this.#takeEntry();
    if (entry !== undefined) {
      process.nextTick(callback, null, entry);
      return;
    }
    this.#waiting = [];
    this.#readBatch((error, entry) => {
      this.#resumeWaiting();
      if (error !== null) callback(error);
      else callback(null, entry);
    });
  }

  #resumeWaiting() {
    process.nextTick(() => {
      const waiting = this.#waiting;
      this.#waiting = null;
      for (const operation of waiting) operation();
    });
  }

  #readBatch(done) {
    const { encoding, bufferSize } = this.#options;
    fsBinding.readDir(this.#handle, bindingNameEncoding(encoding), bufferSize, (error, batch) => {
      if (error !== null) {
        done(error);
      } else if (batch !== null) {
        this.#takeBatch(batch);
        done(null, this.#takeEntry());
      } else if (this.#folders.length > 0) {
        this.#openNextFolder((openError) => (openError === null ? this.#readBatch(done) : done(openError)));
      } else {
        done(null, null);
      }
    });
  }

  #openNextFolder(done) {
    const folder = this.#folders.shift();
    fsBinding.opendir(folder, (error, handle) => {
      if (error !== null) {
        done(error);
        return;
      }
      const finished = this.#handle;
      this.#handle = handle;
      this.#folder = folder;
      fsBinding.closeDir(finished, done);
    });
  }

  readSync() {
    if (this.#closed) throw new codes.ERR_DIR_CLOSED();
    if (this.#waiting !== null) throw new codes.ERR_DIR_CONCURRENT_OPERATION();
    const entry = this.#takeEntry();
    if (entry !== undefined) return entry;
    const { encoding, bufferSize } = this.#options;
    for (;;) {
      const batch = fsBinding.readDir(this.#handle, bindingNameEncoding(encoding), bufferSize);
      if (batch !== null) {
        this.#takeBatch(batch);
        return this.#takeEntry();
      }
      if (this.#folders.length === 0) return null;
      const folder = this.#folders.shift();
      const handle = fsBinding.opendir(folder);
      fsBinding.closeDir(this.#handle);
      this.#handle = handle;
      this.#folder = folder;
    }
  }

  // A batch is [names, types].
  #takeBatch({ 0: names, 1: types }) {
    const { encoding, recursive } = this.#options;
    this.#position = 0;
    this.#entries = names.map((name, i) => new Dirent(decodeName(name, encoding), this.#folder, types[i]));
    if (!recursive) return;
    const { join } = require('path');
    for (const entry of this.#entries) {
      if (entry.isDirectory()) this.#folders.push(join(String(this.#folder), String(entry.name)));
    }
  }

  #takeEntry() {
    return this.#position < this.#entries.length ? this.#entries[this.#position++] : undefined;
  }

  close(callback) {
    if (callback === undefined) {
      return new Promise((resolve, reject) => {
        if (this.#closed) throw new codes.ERR_DIR_CLOSED();
        this.#close(settle(resolve, reject));
      });
    }
    validateFunction(callback, 'callback');
    if (this.#closed) process.nextTick(callback, new codes.ERR_DIR_CLOSED());
    else this.#close(callback);
  }

  #close(callback) {
    if (this.#waiting !== null) {
      this.#waiting.push(() => this.#close(callback));
      return;
    }
    this.#closed = true;
    fsBinding.closeDir(this.#handle, callback);
  }

  closeSync() {
    if (this.#closed) throw new codes.ERR_DIR_CLOSED();
    if (this.#waiting !== null) throw new codes.ERR_DIR_CONCURRENT_OPERATION();
    this.#closed = true;
    fsBinding.closeDir(this.#handle);
  }

  async *entries() {
    try {
      for (let entry = await this.read(); entry !== null; entry = await this.read()) yield entry;
    } finally {
      await this.close();
    }
  }

  [Symbol.dispose]() {
    if (!this.#closed) this.closeSync();
  }

  async [Symbol.asyncDispose]() {
    if (!this.#closed) await this.close();
  }
}

Object.defineProperty(Dir.prototype, Symbol.asyncIterator, {
  __proto__: null,
  value: Dir.prototype.entries,
  configurable: true,
  writable: true,
});

function settle(resolve, reject) {
  return (error, value) => (error === null ? resolve(value) : reject(error));
}

function opendir(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  path = getValidatedPath(path);
  options = getDirOptions(options);
  fsBinding.opendir(path, (error, handle) => {
    if (error !== null) callback(error);
    else callback(null, new Dir(handle, path, options));
  });
}

function opendirSync(path, options) {
  path = getValidatedPath(path);
  options = getDirOptions(options);
  return new Dir(fsBinding.opendir(path), path, options);
}

module.exports = { Dir, opendir, opendirSync };
