// FileHandle.writer(): writes batches of stream/iter to a file.
'use strict';

const { codes } = require('internal/errors');
const { byteLengthOf, signalOf, writtenBatch, writtenBytes } = require('internal/streams/iter/arguments');
const { closedError } = require('internal/streams/iter/writer');
const { validateObject } = require('internal/validators');
const { kEverything, kHere, readOptions } = require('internal/fs/promises/file_batches');

class FileWriter {
  #handle;
  #release;
  #options;
  #position;
  #left;
  #total = 0;
  #isClosed = false;
  #error = null;
  // How many writes are under way, and the last of them.
  #underWay = 0;
  #last = Promise.resolve();
  #ending = null;

  constructor(handle, release, options) {
    this.#handle = handle;
    this.#release = release;
    this.#options = options;
    this.#position = options.start === kHere ? null : options.start;
    this.#left = options.limit === kEverything ? Infinity : options.limit;
  }

  #check() {
    if (this.#error !== null) throw this.#error;
    if (this.#isClosed || this.#ending !== null) throw closedError('The writer is closed');
  }

  #took(count) {
    this.#total += count;
    if (this.#position !== null) this.#position += count;
  }

  // Writes follow each other, whoever waits for them.
  async write(batch, name, signal) {
    this.#check();
    signal?.throwIfAborted();
    const size = byteLengthOf(batch);
    if (size > this.#left) throw new codes.ERR_OUT_OF_RANGE(name, `<= ${this.#left} bytes`, size);
    this.#left -= size;
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers();
    this.#last = promise;
    this.#underWay++;
    try {
      await before;
      for (const chunk of batch) await this.#writeAll(chunk);
    } finally {
      this.#underWay--;
      resolve();
    }
  }

  async #writeAll(chunk) {
    let rest = chunk;
    while (rest.byteLength > 0) {
      const { bytesWritten } = await this.#handle.write(rest, 0, rest.byteLength, this.#position);
      this.#took(bytesWritten);
      rest = rest.subarray(bytesWritten);
    }
  }

  // Whether it was written: not if that would have to wait.
  writeSync(batch) {
    const size = byteLengthOf(batch);
    const isBusy = this.#underWay > 0 || this.#isClosed || this.#ending !== null || this.#error !== null;
    if (isBusy || size > this.#options.chunkSize || size > this.#left) return false;
    const { writeSync } = require('fs');
    this.#left -= size;
    for (const chunk of batch) {
      let rest = chunk;
      while (rest.byteLength > 0) {
        const count = writeSync(this.#handle.fd, rest, 0, rest.byteLength, this.#position);
        this.#took(count);
        rest = rest.subarray(count);
      }
    }
    return true;
  }

  async end(signal) {
    if (this.#error !== null) throw this.#error;
    if (this.#isClosed) return this.#total;
    signal?.throwIfAborted();
    this.#ending ??= this.#finish();
    return this.#ending;
  }

  async #finish() {
    await this.#last;
    this.#isClosed = true;
    await this.#release(this.#options.autoClose);
    return this.#total;
  }

  endSync() {
    if (this.#isClosed) return this.#total;
    if (this.#underWay > 0 || this.#ending !== null || this.#error !== null) return -1;
    this.#isClosed = true;
    this.#release(this.#options.autoClose, true);
    return this.#total;
  }

  fail(reason) {
    if (this.#isClosed || this.#error !== null) return;
    this.#error = reason ?? new codes.ERR_INVALID_STATE('Failed');
    this.#release(this.#options.autoClose);
  }

  async dispose() {
    if (this.#ending !== null) await this.#ending;
    else this.fail();
  }
}

// What a script gets: an object with methods, and no more.
function writer(handle, lock, given = { __proto__: null }) {
  validateObject(given, 'options');
  const options = readOptions(given);
  const file = new FileWriter(handle, lock(), options);
  return {
    __proto__: null,
    write(chunk, options) {
      return file.write([writtenBytes(chunk)], 'write', signalOf(options));
    },
    writev(chunks, options) {
      return file.write(writtenBatch(chunks), 'writev', signalOf(options));
    },
    writeSync(chunk) {
      return file.writeSync([writtenBytes(chunk)]);
    },
    writevSync(chunks) {
      return file.writeSync(writtenBatch(chunks));
    },
    end(options) {
      return file.end(signalOf(options));
    },
    endSync() {
      return file.endSync();
    },
    fail(reason) {
      file.fail(reason);
    },
    [Symbol.asyncDispose]() {
      return file.dispose();
    },
    [Symbol.dispose]() {
      file.fail();
    },
  };
}

module.exports = { writer };
