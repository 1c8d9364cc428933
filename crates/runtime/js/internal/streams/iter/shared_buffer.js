// Batches that several consumers read, each at its own pace. A batch is kept until all have read it.
'use strict';

const { byteLengthOf } = require('internal/streams/iter/arguments');

// So many places of batches that are gone may stand at the front.
const kLongestGap = 64;

class SharedBuffer {
  constructor() {
    this.batches = [];
    // Where in the list the first batch is that is kept, and its number among all that there were.
    this.head = 0;
    this.firstNumber = 0;
    this.byteLength = 0;
    // Objects with a `cursor`: the number of the batch that they read next.
    this.consumers = new Set();
  }

  get endNumber() {
    return this.firstNumber + this.batches.length - this.head;
  }

  // A consumer that comes late gets what is still there.
  join(consumer) {
    consumer.cursor = this.firstNumber;
    this.consumers.add(consumer);
  }

  // Whether it was there.
  leave(consumer) {
    if (!this.consumers.delete(consumer)) return false;
    if (this.consumers.size > 0 && consumer.cursor === this.firstNumber) this.trim();
    return true;
  }

  add(batch, byteLength) {
    this.batches.push(batch);
    this.byteLength += byteLength;
  }

  // The next batch for a consumer; undefined if there is none.
  next(consumer) {
    // What it would have read may have been dropped.
    if (consumer.cursor < this.firstNumber) consumer.cursor = this.firstNumber;
    const at = this.head + consumer.cursor - this.firstNumber;
    if (at >= this.batches.length) return undefined;
    const batch = this.batches[at];
    consumer.cursor++;
    if (at === this.head) this.trim();
    return batch;
  }

  // Lets go of what everybody has read.
  trim() {
    let slowest = this.endNumber;
    for (const { cursor } of this.consumers) if (cursor < slowest) slowest = cursor;
    while (this.firstNumber < slowest) this.dropFirst();
  }

  dropFirst() {
    this.byteLength -= byteLengthOf(this.batches[this.head]);
    this.batches[this.head++] = undefined;
    this.firstNumber++;
    if (this.head === this.batches.length) {
      this.batches = [];
      this.head = 0;
    } else if (this.head === kLongestGap) {
      this.batches = this.batches.slice(kLongestGap);
      this.head = 0;
    }
  }

  dropAll() {
    while (this.firstNumber < this.endNumber) this.dropFirst();
  }
}

module.exports = { SharedBuffer };
