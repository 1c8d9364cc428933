// What the writers of push() and broadcast() have in common: calls that wait, and how they are settled.
'use strict';

const { codes } = require('internal/errors');
const { addAbortListener } = require('internal/events/abort_listener');

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
      const call = { batch, byteLength, resolve, reject, listener: undefined };
      this.calls.push(call);
      if (signal === undefined) return;
      call.listener = addAbortListener(signal, () => {
        this.calls.splice(this.calls.indexOf(call), 1);
        reject(signal.reason);
      });
    });
  }

  takeFirst() {
    const call = this.calls.shift();
    call.listener?.[Symbol.dispose]();
    return call;
  }

  resolveAll(value) {
    while (this.calls.length > 0) this.takeFirst().resolve(value);
  }

  rejectAll(error) {
    while (this.calls.length > 0) this.takeFirst().reject(error);
  }
}

function closedError(message) {
  return new codes.ERR_INVALID_STATE.TypeError(message);
}

function overflowError() {
  return new codes.ERR_INVALID_STATE.RangeError(
    'Backpressure violation: too many pending writes. Await each write() call to respect backpressure.');
}

module.exports = { Waiting, closedError, overflowError };
