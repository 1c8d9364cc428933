// What the writers of push() and broadcast() have in common: calls that wait, and how they are settled.
'use strict';

const { codes } = require('internal/errors');
const { addAbortListener } = require('internal/events/abort_listener');
const { isAtHand } = require('internal/streams/iter/reader');

// Calls of write(), end() or the like that wait for something, in the order in which they came.
class Waiting {
  constructor() {
    this.calls = [];
  }

  get size() {
    return this.calls.length;
  }

  // A promise that is settled by one of the methods below, or rejected by the signal of the call alone.
  // `batch` is what a write wants to add.
  add(batch = undefined, byteLength = 0, signal = undefined) {
    return new Promise((resolve, reject) => {
      const call = { batch, byteLength, resolve, reject, convert: undefined, listener: undefined };
      this.calls.push(call);
      if (signal === undefined) return;
      call.listener = addAbortListener(signal, () => {
        this.calls.splice(this.calls.indexOf(call), 1);
        reject(signal.reason);
      });
    });
  }

  // The same for a read: `convert` makes what is wanted of the value that settles it.
  addRead(convert) {
    return new Promise((resolve, reject) => {
      this.calls.push({ batch: undefined, byteLength: 0, resolve, reject, convert, listener: undefined });
    });
  }

  takeFirst() {
    const call = this.calls.shift();
    call.listener?.[Symbol.dispose]();
    return call;
  }

  resolveFirst(value) {
    const { resolve, convert } = this.takeFirst();
    resolve(convert === undefined ? value : convert(value));
  }

  resolveAll(value) {
    while (this.calls.length > 0) this.resolveFirst(value);
  }

  rejectAll(error) {
    while (this.calls.length > 0) this.takeFirst().reject(error);
  }
}

// What next() of a reader that keeps its own order gives.
function resultOf(batch) {
  return batch === null ? { __proto__: null, done: true, value: undefined } :
    { __proto__: null, done: false, value: batch };
}

// The answer to next(): `reader.read(resultOf)` gives a batch that is at hand as it is, and a promise of
// a result otherwise.
function nextOf(reader) {
  let batch;
  try {
    batch = reader.read(resultOf);
  } catch (error) {
    return Promise.reject(error);
  }
  return isAtHand(batch) ? Promise.resolve(resultOf(batch)) : batch;
}

function closedError(message) {
  return new codes.ERR_INVALID_STATE.TypeError(message);
}

function overflowError() {
  return new codes.ERR_INVALID_STATE.RangeError(
    'Backpressure violation: too many pending writes. Await each write() call to respect backpressure.');
}

module.exports = { Waiting, closedError, nextOf, overflowError, resultOf };
