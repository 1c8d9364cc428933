// The chunks of a stream as a function sees them: an iterator that calls the function for several
// chunks at a time, and ahead of who reads, but keeps their order.
'use strict';

const { AbortError } = require('internal/errors');

// What is given for a chunk: what the function returned, or the chunk itself if it returned
// something true or false, or nothing ever.
const Mode = Object.freeze({ RESULT: 0, IF_TRUE: 1, IF_FALSE: 2, NOTHING: 3 });

// The states of a slot. A slot is held for each chunk from the call of the function until the one
// after it is asked for.
const PENDING = 0;
const READY = 1;
const SKIPPED = 2;
const FAILED = 3;
const END = 4;

const settledPromise = Promise.resolve();

class Slot {
  constructor(state, value) {
    this.state = state;
    this.value = value;
  }
}

class MappedChunks {
  // `concurrency`: how many calls may be under way; `limit`: how many slots there are.
  constructor(stream, fn, signal, mode, concurrency, limit) {
    const { AbortSignal } = require('internal/abort_controller');
    this.stream = stream;
    this.fn = fn;
    this.signal = signal;
    this.fnOptions = { signal: AbortSignal.any(signal === undefined ? [] : [signal]) };
    this.mode = mode;
    this.concurrency = concurrency;
    this.limit = limit;
    this.slots = [];
    this.running = 0;
    this.source = undefined;
    this.isReading = false;
    this.isSourceClosed = false;
    // Whether nothing more is read, and whether nothing more is given.
    this.isClosing = false;
    this.isOver = false;
    // Whether the first slot was given out.
    this.isFirstGiven = false;
    this.resolve = undefined;
    this.reject = undefined;
    this.onStep = (step) => this.take(step);
    this.onSourceError = (error) => this.fail(error);
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  // Is not called before the last call is answered.
  next() {
    if (this.isOver) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      if (this.isFirstGiven) {
        this.isFirstGiven = false;
        this.slots.shift();
      }
      this.read();
      this.give();
    });
  }

  read() {
    if (this.isReading || this.isClosing || this.running >= this.concurrency ||
        this.slots.length >= this.limit) {
      return;
    }
    this.isReading = true;
    this.source ??= this.stream[Symbol.asyncIterator]();
    this.source.next().then(this.onStep, this.onSourceError);
  }

  take(step) {
    this.isReading = false;
    if (step.done) {
      this.isClosing = true;
      this.slots.push(new Slot(END, undefined));
    } else if (this.isClosing) {
      this.source.return();
      return;
    } else if (this.signal?.aborted) {
      this.closeSource();
      this.slots.push(new Slot(FAILED, new AbortError()));
    } else {
      this.call(step.value);
    }
    this.read();
    this.give();
  }

  fail(error) {
    this.isReading = false;
    this.isClosing = true;
    this.slots.push(new Slot(FAILED, error));
    this.give();
  }

  call(chunk) {
    const { fn } = this;
    const slot = new Slot(PENDING, chunk);
    this.slots.push(slot);
    try {
      const result = fn(chunk, this.fnOptions);
      if (typeof result?.then === 'function') this.await(slot, result);
      else this.fill(slot, result);
    } catch (error) {
      this.spoil(slot, error);
      this.closeSource();
    }
  }

  await(slot, promise) {
    this.running++;
    Promise.resolve(promise).then((result) => {
      this.running--;
      this.fill(slot, result);
      this.read();
      this.give();
    }, (error) => {
      this.running--;
      this.spoil(slot, error);
      this.give();
    });
  }

  fill(slot, result) {
    const { mode } = this;
    if (mode === Mode.RESULT) slot.value = result;
    const isKept = mode === Mode.RESULT || (mode !== Mode.NOTHING && Boolean(result) === (mode === Mode.IF_TRUE));
    slot.state = isKept ? READY : SKIPPED;
  }

  // Chunks before the failed one are still given, but no more are read.
  spoil(slot, error) {
    slot.state = FAILED;
    slot.value = error;
    this.isClosing = true;
  }

  // Answers next(), if what comes next is known.
  give() {
    if (this.resolve === undefined) return;
    const { slots } = this;
    while (slots.length > 0 && slots[0].state !== PENDING) {
      const { state, value } = slots[0];
      if (state === END) {
        this.isOver = true;
        this.answer(this.resolve, { done: true, value: undefined });
        return;
      }
      if (state === FAILED || this.signal?.aborted) {
        this.end();
        this.answer(this.reject, state === FAILED ? value : new AbortError());
        return;
      }
      if (state === READY) {
        this.isFirstGiven = true;
        this.answer(this.resolve, { done: false, value });
        return;
      }
      slots.shift();
      this.read();
    }
  }

  answer(settle, value) {
    this.resolve = undefined;
    this.reject = undefined;
    settle(value);
  }

  return(value) {
    this.end();
    if (this.resolve !== undefined) this.answer(this.resolve, { done: true, value: undefined });
    return Promise.resolve({ done: true, value });
  }

  throw(error) {
    this.return(undefined);
    return Promise.reject(error);
  }

  end() {
    this.isOver = true;
    this.closeSource();
  }

  // Not at once: whoever stops reading may look at the source first. A source that was asked for a
  // chunk is told when it has answered.
  closeSource() {
    const wasClosed = this.isSourceClosed;
    this.isClosing = true;
    this.isSourceClosed = true;
    if (!wasClosed && !this.isReading && this.source !== undefined) {
      settledPromise.then(() => this.source.return());
    }
  }
}

module.exports = { MappedChunks, Mode };
