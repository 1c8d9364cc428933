// push(): a writer, and a stream of what it was given.
'use strict';

const {
  bufferOptionsFrom, byteLengthOf, signalOf, splitOptions, writtenBatch, writtenBytes,
} = require('internal/streams/iter/arguments');
const { drainableProtocol } = require('internal/streams/iter/protocol');
const { streamOf } = require('internal/streams/iter/reader');
const { transformed } = require('internal/streams/iter/pull');
const { Waiting, closedError, nextOf, overflowError, resultOf } = require('internal/streams/iter/writer');
const { addAbortListener } = require('internal/events/abort_listener');

const kUsualBudget = 16384;

// States of the queue.
const OPEN = 0;
const ENDING = 1; // ended, and there is something to read yet
const ENDED = 2;
const FAILED = 3; // by the writer or the signal: what is there can be read yet
const LEFT = 4; // the reader has gone

// What was written and not read, and who waits for what.
class PushQueue {
  constructor({ policy, budget, signal }) {
    this.policy = policy;
    this.budget = budget;
    this.state = OPEN;
    // The reason of a failure; for a reader that has gone, what writers are told.
    this.error = undefined;
    // How the reader left: by an error that it gets to see again, too.
    this.readerFailed = false;
    // Batches as they were written.
    this.batches = [];
    this.buffered = 0;
    this.written = 0;
    this.reads = new Waiting();
    this.writes = new Waiting();
    this.drains = new Waiting();
    this.ends = new Waiting();
    this.listener = undefined;
    if (signal === undefined) return;
    if (signal.aborted) this.fail(signal.reason);
    else this.listener = addAbortListener(signal, () => this.fail(signal.reason));
  }

  get isFull() {
    return this.buffered >= this.budget;
  }

  // Whether the batch was taken. One that is dropped counts as taken.
  offer(batch) {
    if (this.state !== OPEN) return false;
    const byteLength = byteLengthOf(batch);
    if (byteLength === 0) return true;
    if (this.isFull && this.policy !== 'drop-oldest') {
      if (this.policy !== 'drop-newest') return false;
      this.written += byteLength;
      return true;
    }
    while (this.isFull) this.buffered -= byteLengthOf(this.batches.shift());
    this.take(batch, byteLength);
    return true;
  }

  take(batch, byteLength) {
    this.written += byteLength;
    if (this.reads.size > 0) {
      this.reads.resolveFirst(batch);
      return;
    }
    this.batches.push(batch);
    this.buffered += byteLength;
  }

  write(batch, signal) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.offer(batch)) return Promise.resolve();
    if (this.state === ENDING || this.state === ENDED) return Promise.reject(closedError('Writer is closed'));
    if (this.state !== OPEN) return Promise.reject(this.error);
    if (this.policy === 'strict' && this.writes.size > 0) return Promise.reject(overflowError());
    return this.writes.add(batch, byteLengthOf(batch), signal);
  }

  // Everything that is there, as one batch.
  read(convert) {
    if (this.batches.length > 0) return this.takeAll();
    if (this.state === OPEN) return this.reads.addRead(convert);
    if (this.state === ENDING) this.finish();
    if (this.state === FAILED || (this.state === LEFT && this.readerFailed)) throw this.error;
    return null;
  }

  takeAll() {
    const batch = this.batches.length === 1 ? this.batches[0] : this.batches.flat();
    this.batches = [];
    this.buffered = 0;
    this.admitWrites();
    if (this.state === OPEN && !this.isFull) this.drains.resolveAll(true);
    return batch;
  }

  // Writes that waited get the room that there is now.
  admitWrites() {
    while (this.writes.size > 0 && !this.isFull) {
      const { batch, byteLength, resolve } = this.writes.takeFirst();
      this.take(batch, byteLength);
      resolve();
    }
  }

  // What end() returns if nothing has to be waited for; -1 otherwise.
  endNow() {
    if (this.state === OPEN) {
      this.state = ENDING;
      this.drains.resolveAll(false);
      if (this.batches.length === 0 && this.writes.size === 0) this.finish();
    }
    return this.state === ENDED ? this.written : -1;
  }

  end(signal) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const total = this.endNow();
    if (total >= 0) return Promise.resolve(total);
    return this.state === ENDING ? this.ends.add(undefined, 0, signal) : Promise.reject(this.error);
  }

  finish() {
    this.state = ENDED;
    this.listener?.[Symbol.dispose]();
    this.reads.resolveAll(null);
    this.ends.resolveAll(this.written);
  }

  fail(error) {
    if (this.state !== OPEN && this.state !== ENDING) return;
    this.state = FAILED;
    this.listener?.[Symbol.dispose]();
    this.error = error;
    this.reads.rejectAll(error);
    this.writes.rejectAll(error);
    this.drains.rejectAll(error);
    this.ends.rejectAll(error);
  }

  // The reader wants no more.
  leave() {
    this.readerFailed = false;
    if (!this.clear(closedError('Stream closed by consumer'))) return;
    this.reads.resolveAll(null);
    this.drains.resolveAll(false);
    this.writes.rejectAll(this.error);
    this.ends.rejectAll(this.error);
  }

  leaveWith(error) {
    this.readerFailed = true;
    if (!this.clear(error)) return;
    this.reads.rejectAll(error);
    this.drains.rejectAll(error);
    this.writes.rejectAll(error);
    this.ends.rejectAll(error);
  }

  // Whether anybody can still wait for something.
  clear(error) {
    const isActive = this.state === OPEN || this.state === ENDING;
    this.batches = [];
    this.buffered = 0;
    if (isActive) this.error = error;
    if (this.state !== ENDED) this.state = LEFT;
    this.listener?.[Symbol.dispose]();
    return isActive;
  }

  drained() {
    if (this.state !== OPEN) return null;
    return this.isFull ? this.drains.add() : Promise.resolve(true);
  }
}

class PushWriter {
  #queue;

  constructor(queue) {
    this.#queue = queue;
  }

  get canWrite() {
    return this.#queue.state === OPEN ? !this.#queue.isFull : null;
  }

  write(chunk, options) {
    return this.#queue.write([writtenBytes(chunk)], signalOf(options));
  }

  writev(chunks, options) {
    return this.#queue.write(writtenBatch(chunks), signalOf(options));
  }

  writeSync(chunk) {
    return this.#queue.offer([writtenBytes(chunk)]);
  }

  writevSync(chunks) {
    return this.#queue.offer(writtenBatch(chunks));
  }

  end(options) {
    return this.#queue.end(signalOf(options));
  }

  endSync() {
    return this.#queue.endNow();
  }

  fail(reason) {
    this.#queue.fail(reason);
  }

  [drainableProtocol]() {
    return this.#queue.drained();
  }

  [Symbol.asyncDispose]() {
    if (this.#queue.state === ENDING) return this.#queue.end().then(() => undefined);
    this.#queue.fail();
    return Promise.resolve();
  }

  [Symbol.dispose]() {
    this.#queue.fail();
  }
}

class PushReader {
  constructor(queue) {
    this.queue = queue;
  }

  read() {
    return this.queue.read();
  }

  close() {
    this.queue.leave();
  }
}

// Calls of next() are not kept in order by the iterator: the queue does that.
function iteratorOf({ queue }) {
  return {
    __proto__: null,
    next() { return nextOf(queue); },
    async return() {
      queue.leave();
      return resultOf(null);
    },
    async throw(error) {
      queue.leaveWith(error);
      throw error;
    },
  };
}

// The parts of push() before transforms.
function pushPair(options) {
  const queue = new PushQueue(options);
  const open = () => new PushReader(queue);
  return { __proto__: null, writer: new PushWriter(queue), open, leave: () => queue.leave() };
}

function plainStream(open) {
  return streamOf(open, iteratorOf);
}

function push(...transforms) {
  const options = bufferOptionsFrom(splitOptions(transforms), kUsualBudget);
  const { writer, open } = pushPair(options);
  const readable = transforms.length === 0 ? plainStream(open) : transformed(open, transforms, options.signal);
  return { __proto__: null, writer, readable };
}

module.exports = { kUsualBudget, plainStream, push, pushPair };
