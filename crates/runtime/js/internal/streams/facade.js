// A duplex stream in front of others: what is written to it goes to one stream, its head, and what is
// read from it comes from another, its tail. Either may be missing.
'use strict';

const { AbortError } = require('internal/errors');

class Facade {
  // `tearDown(error)` destroys what is behind the facade.
  constructor(duplex, tearDown) {
    this.duplex = duplex;
    this.tearDown = tearDown;
    this.head = undefined;
    this.tail = undefined;
    // The sides that it has. Without any there is nothing that would end it.
    this.canRead = false;
    this.canWrite = false;
    // The callbacks of a write that waits for 'drain', of the end, and of _destroy().
    this.afterDrain = undefined;
    this.afterEnd = undefined;
    this.afterDestroy = undefined;
    this.lacksData = false;
    // Whether the tail is torn down even after those behind have told how it went, and whether they have.
    this.ownsTail = false;
    this.isSettled = false;
    duplex._destroy = (error, callback) => this.destroy(error, callback);
  }

  // Who calls this also calls headIsThrough() in time.
  writeTo(head) {
    const { duplex } = this;
    this.head = head;
    this.canWrite = true;
    duplex._write = (chunk, encoding, callback) => {
      if (head.write(chunk, encoding)) callback();
      else this.afterDrain = callback;
    };
    duplex._final = (callback) => {
      head.end();
      this.afterEnd = callback;
    };
    head.on('drain', () => {
      const callback = this.afterDrain;
      this.afterDrain = undefined;
      callback?.();
    });
  }

  headIsThrough() {
    const callback = this.afterEnd;
    this.afterEnd = undefined;
    callback?.();
  }

  // Chunks come by 'data'. The tail flows from the beginning, until the duplex is full.
  flowFrom(tail) {
    const { duplex } = this;
    this.tail = tail;
    this.canRead = true;
    duplex._read = () => {
      tail.resume();
    };
    tail.on('data', (chunk) => {
      if (!duplex.push(chunk)) tail.pause();
    });
    tail.on('end', () => duplex.push(null));
  }

  // The same, but the tail is not touched before the duplex is read.
  flowWhenRead(tail) {
    this.canRead = true;
    this.duplex._read = () => this.flowFrom(tail);
  }

  // Chunks are taken when the duplex is read. (Listeners tell the two ways apart: a stream with a
  // listener for 'readable' does not flow.)
  readFrom(tail) {
    const { duplex } = this;
    this.tail = tail;
    this.canRead = true;
    duplex._read = () => this.read();
    tail.on('readable', () => {
      if (this.lacksData) this.read();
    });
    tail.on('end', () => duplex.push(null));
  }

  read() {
    const { duplex, tail } = this;
    this.lacksData = false;
    let chunk = tail.read();
    while (chunk !== null) {
      if (!duplex.push(chunk)) return;
      chunk = tail.read();
    }
    this.lacksData = true;
  }

  // Those behind the facade, or one of them, have come to their end.
  settle(error) {
    const callback = this.afterDestroy;
    this.isSettled = true;
    this.afterDestroy = undefined;
    if (callback !== undefined) callback(error);
    else if (error) this.duplex.destroy(error);
    else if (!this.canRead && !this.canWrite) this.duplex.destroy();
  }

  // Waits for what those behind say to it, if they have not spoken yet.
  destroy(error, callback) {
    const { isSettled } = this;
    const reason = error || isSettled ? error : new AbortError();
    this.afterDrain = undefined;
    this.afterEnd = undefined;
    this.lacksData = false;
    if (!isSettled) this.afterDestroy = callback;
    if (!isSettled || this.ownsTail) this.tearDown(reason);
    if (isSettled) callback(reason);
  }
}

module.exports = { Facade };
