// Streams of batches as classic readable streams, and writers as classic writable ones.
'use strict';

const { codes } = require('internal/errors');
const { queueMicrotask } = require('internal/task_queue');
const { validateAbortSignal, validateInteger, validateObject } = require('internal/validators');
const { isAtHand } = require('internal/streams/iter/reader');
const { sourceOpener, syncSourceOpener } = require('internal/streams/iter/from');
const { isAsyncIterable } = require('internal/streams/iter/values');

const kUsualMark = 65536;

// Pushes batches into a readable stream for as long as that wants more.
class Pump {
  constructor(open, readable) {
    this.open = open;
    this.readable = readable;
    this.reader = undefined;
    this.waiting = false;
    // A batch of which not everything was wanted yet, and where it goes on.
    this.batch = [];
    this.at = 0;
    this.onBatch = (batch) => {
      this.waiting = false;
      if (this.take(batch)) this.run();
    };
    this.onFailure = (error) => readable.destroy(error);
  }

  run() {
    if (this.waiting) return;
    try {
      this.reader ??= this.open();
      while (this.pushRest()) {
        const batch = this.reader.read();
        if (!isAtHand(batch)) {
          this.waiting = true;
          batch.then(this.onBatch, this.onFailure);
          return;
        }
        if (!this.take(batch)) return;
      }
    } catch (error) {
      this.onFailure(error);
    }
  }

  // Whether there may be more after it.
  take(batch) {
    if (this.readable.destroyed) return false;
    if (batch === null) {
      this.readable.push(null);
      return false;
    }
    this.batch = batch;
    this.at = 0;
    return true;
  }

  // Whether the stream wants more.
  pushRest() {
    while (this.at < this.batch.length) {
      if (!this.readable.push(this.batch[this.at++])) return false;
    }
    return true;
  }

  close() {
    return this.reader?.close();
  }
}

function makeReadable(open, options, takesSignal) {
  let highWaterMark = kUsualMark;
  let signal;
  if (options !== undefined) {
    validateObject(options, 'options');
    ({ highWaterMark = kUsualMark } = options);
    validateInteger(highWaterMark, 'options.highWaterMark', 0);
    if (takesSignal) ({ signal } = options);
    if (signal !== undefined) validateAbortSignal(signal, 'signal');
  }
  const { Readable } = require('stream');
  let pump;
  const readable = new Readable({
    __proto__: null,
    highWaterMark,
    read() { pump.run(); },
    async destroy(error, callback) {
      try {
        await pump.close();
      } catch (closeError) {
        error ??= closeError;
      }
      callback(error);
    },
  });
  pump = new Pump(open, readable);
  if (signal !== undefined) require('internal/streams/add_abort_signal').addAbortSignal(signal, readable);
  return readable;
}

function toReadable(source, options = undefined) {
  if (!isAsyncIterable(source)) throw new codes.ERR_INVALID_ARG_TYPE('source', 'AsyncIterable', source);
  return makeReadable(sourceOpener(source), options, true);
}

function toReadableSync(source, options = undefined) {
  if (typeof source?.[Symbol.iterator] !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('source', 'Iterable', source);
  }
  return makeReadable(syncSourceOpener(source), options, false);
}

// Calls a writer, and back when it is done. What it did at once is told a little later.
function perform(attempt, fallBack, callback) {
  try {
    if (attempt()) queueMicrotask(callback);
    else Promise.resolve(fallBack()).then(() => callback(), callback);
  } catch (error) {
    callback(error);
  }
}

function toWritable(writer) {
  if (typeof writer?.write !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('writer', 'Writer', writer);
  const has = (name) => typeof writer[name] === 'function';
  const { Writable } = require('stream');
  return new Writable({
    __proto__: null,
    // The writer knows itself when it is full.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk, encoding, callback) {
      perform(() => has('writeSync') && writer.writeSync(chunk), () => writer.write(chunk), callback);
    },
    writev: has('writev') ? (entries, callback) => {
      const chunks = entries.map(({ chunk }) => chunk);
      perform(() => has('writevSync') && writer.writevSync(chunks), () => writer.writev(chunks), callback);
    } : undefined,
    final(callback) {
      perform(() => has('endSync') && writer.endSync() >= 0, () => has('end') && writer.end(), callback);
    },
    destroy(error, callback) {
      if (error && has('fail')) writer.fail(error);
      callback(error);
    },
  });
}

module.exports = { toReadable, toReadableSync, toWritable };
