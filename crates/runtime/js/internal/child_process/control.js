// What scripts see of a channel, `process.channel` and `child.channel`: whether it keeps the program alive.
'use strict';

const EventEmitter = require('events');

class Control extends EventEmitter {
  #handle;
  // How many listeners and messages under way need the channel.
  #users = 0;
  // The script has said itself what it wants; users do not count then.
  #isDecided = false;

  constructor(handle) {
    super();
    this.#handle = handle;
    // Messages that have come while nobody listened.
    this[kPendingMessages] = [];
  }

  refCounted() {
    this.#users++;
    if (this.#users === 1 && !this.#isDecided) this.#handle.ref();
  }

  unrefCounted() {
    this.#users--;
    if (this.#users !== 0 || this.#isDecided) return;
    this.#handle.unref();
    this.emit('unref');
  }

  ref() {
    this.#isDecided = true;
    this.#handle.ref();
  }

  unref() {
    this.#isDecided = true;
    this.#handle.unref();
  }

  get fd() {
    const { fd } = this.#handle;
    return fd === -1 ? undefined : fd;
  }
}

const kPendingMessages = Symbol('kPendingMessages');

module.exports = { Control, kPendingMessages };
