// A source that several consumers read, and what was read of it: what share() and shareSync() have in
// common.
'use strict';

const { codes } = require('internal/errors');
const { byteLengthOf } = require('internal/streams/iter/arguments');
const { SharedBuffer } = require('internal/streams/iter/shared_buffer');

class SharedSource {
  constructor(open, { policy, budget }) {
    this.open = open;
    this.policy = policy;
    this.budget = budget;
    this.reader = undefined;
    this.buffer = new SharedBuffer();
    // Whether there will be no more, and what consumers are told then.
    this.over = false;
    this.cancelled = false;
    this.hasError = false;
    this.error = undefined;
  }

  get isFull() {
    return this.buffer.byteLength >= this.budget;
  }

  keep(batch) {
    if (batch === null) this.over = true;
    else this.buffer.add(batch, byteLengthOf(batch));
  }

  dropOldest() {
    while (this.isFull) this.buffer.dropFirst();
  }

  overflow() {
    return new codes.ERR_OUT_OF_RANGE('buffered bytes', `< ${this.budget}`, this.buffer.byteLength);
  }

  fail(error) {
    if (this.cancelled) return;
    this.over = true;
    this.hasError = true;
    this.error = error;
  }

  // With the last consumer goes what was kept for it; the source stays.
  leave(consumer) {
    this.buffer.leave(consumer);
    if (this.buffer.consumers.size === 0) this.buffer.dropAll();
  }

  cancel(hasReason, reason) {
    if (this.cancelled) return undefined;
    this.cancelled = true;
    this.over = true;
    this.hasError = hasReason;
    this.error = reason;
    this.buffer.consumers.clear();
    this.buffer.dropAll();
    return this.reader?.close();
  }
}

// One stream of a shared source. A subclass knows how to get more.
class SharedConsumer {
  constructor(source) {
    this.source = source;
    this.cursor = 0;
    // It has come to an end of its own.
    this.left = false;
  }

  // The next batch that is there, or null at the end; undefined if the source has to be read.
  take() {
    const { source } = this;
    if (this.left) return null;
    const batch = source.buffer.next(this);
    if (batch !== undefined || !source.over) return batch;
    source.leave(this);
    if (source.hasError) throw source.error;
    this.left = !source.cancelled;
    return null;
  }

  close() {
    if (this.left) return;
    this.left = true;
    this.source.leave(this);
  }
}

// What an object that follows one of the protocols returned, if `input` is such an object.
function customShare(result, name) {
  if (result === null || typeof result !== 'object') {
    throw new codes.ERR_INVALID_RETURN_VALUE('an object', `[Symbol.for('${name}')]`, result);
  }
  return result;
}

module.exports = { SharedConsumer, SharedSource, customShare, kUsualBudget: 65536 };
