// ReadableStream.tee() of a stream of values.
'use strict';

const { ERRORED, ReadableCore, ReaderCore } = require('internal/webstreams/readable_core');
const { ValueSource } = require('internal/webstreams/value_source');
const { queueMicrotask } = require('internal/webstreams/outcome');

// Cancels the stream once both branches have been cancelled.
class SharedCancel {
  constructor(stream) {
    this.stream = stream;
    this.count = 0;
    this.reasons = [undefined, undefined];
    this.deferred = Promise.withResolvers();
  }

  cancel(index, reason) {
    this.reasons[index] = reason;
    if (++this.count === 2) this.deferred.resolve(this.stream.cancel(this.reasons));
    return this.deferred.promise;
  }

  // The stream has ended: nothing is left to be cancelled.
  settle() {
    this.deferred.resolve();
  }
}

class Branch {
  constructor(tee, index) {
    this.tee = tee;
    this.index = index;
    this.pulls = true;
    this.cancelled = false;
    this.core = new ReadableCore();
    this.source = new ValueSource(this.core, this, 1, undefined);
    this.source.start(undefined);
  }

  pull() {
    this.tee.pull();
  }

  cancel(reason) {
    this.cancelled = true;
    return this.tee.cancelling.cancel(this.index, reason);
  }
}

// Reads the stream for both branches: the taker of its own reads, and the observer of its reader.
class Tee {
  constructor(stream) {
    this.reader = new ReaderCore(stream, false);
    this.reader.observer = this;
    this.cancelling = new SharedCancel(stream);
    this.isReading = false;
    this.again = false;
    this.value = undefined;
    this.onChunk = () => this.deliver();
    this.branches = [new Branch(this, 0), new Branch(this, 1)];
  }

  pull() {
    if (this.isReading) {
      this.again = true;
      return;
    }
    this.isReading = true;
    this.reader.read(this);
  }

  // In a microtask, so that an error that comes right after the chunk is seen by both branches alike.
  chunk(value) {
    this.value = value;
    queueMicrotask(this.onChunk);
  }

  deliver() {
    const { branches, value } = this;
    this.value = undefined;
    this.again = false;
    for (let i = 0; i < 2; i++) {
      const branch = branches[i];
      if (!branch.cancelled && branch.source.isOpen) branch.source.enqueue(value);
    }
    this.isReading = false;
    if (this.again) this.pull();
  }

  end() {
    this.isReading = false;
    const { branches } = this;
    for (let i = 0; i < 2; i++) {
      const branch = branches[i];
      if (!branch.cancelled && branch.source.isOpen) branch.source.close();
    }
    if (this.cancelling.count < 2) this.cancelling.settle();
  }

  fail() {
    this.isReading = false;
  }

  sourceClosed() {}

  sourceFailed(error) {
    queueMicrotask(() => {
      this.branches[0].source.fail(error);
      this.branches[1].source.fail(error);
      if (this.cancelling.count < 2) this.cancelling.settle();
    });
  }
}

function teeValues(stream) {
  const tee = new Tee(stream);
  if (stream.state === ERRORED) tee.sourceFailed(stream.error);
  return [tee.branches[0].core, tee.branches[1].core];
}

module.exports = { SharedCancel, teeValues };
