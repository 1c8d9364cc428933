// Standard streams of a worker: what is written at one end of its channel is read at the other.
'use strict';

const { Buffer } = require('buffer');
const { Readable, Writable } = require('stream');

class ReadableWorkerStdio extends Readable {
  // `isWaited`: whether the thread goes on as long as something may come.
  constructor(control, name, isWaited) {
    super();
    this.control = control;
    this.name = name;
    this.isWaited = isWaited;
    this.hasBegun = false;
    hide(this, ['control', 'name', 'isWaited', 'hasBegun']);
    this.on('end', () => {
      if (this.hasBegun && this.isWaited) control.waitNoMore();
    });
  }

  _read() {
    if (!this.hasBegun && this.isWaited) {
      this.hasBegun = true;
      this.control.wait();
    }
    this.control.post('more', this.name);
  }

  // What the other end has written; null for its end.
  receive(chunks) {
    for (let i = 0; i < chunks.length; i++) {
      const { chunk, encoding } = chunks[i];
      this.push(typeof chunk === 'string' || chunk === null ? chunk : Buffer.from(chunk), encoding);
    }
  }
}

class WritableWorkerStdio extends Writable {
  constructor(control, name) {
    super({ decodeStrings: false });
    this.control = control;
    this.name = name;
    // Those who have written, until the other end wants more.
    this.callbacks = [];
    this.isFlushing = false;
    hide(this, ['control', 'name', 'callbacks', 'isFlushing']);
  }

  _writev(chunks, callback) {
    this.control.post('stdio', {
      name: this.name, chunks: chunks.map(({ chunk, encoding }) => ({ chunk, encoding })),
    });
    if (this.isFlushing) {
      callback();
      return;
    }
    this.callbacks.push(callback);
    if (this.callbacks.length === 1) this.control.wait();
  }

  _final(callback) {
    this.control.post('stdio', { name: this.name, chunks: [{ chunk: null, encoding: '' }] });
    callback();
  }

  // The other end wants more.
  proceed() {
    const { callbacks } = this;
    if (callbacks.length === 0) return;
    this.callbacks = [];
    this.control.waitNoMore();
    for (let i = 0; i < callbacks.length; i++) callbacks[i]();
  }

  // The thread ends: what was written goes out, whether or not somebody wants it.
  flush() {
    this.isFlushing = true;
    this.proceed();
  }
}

function hide(object, names) {
  for (let i = 0; i < names.length; i++) {
    Object.defineProperty(object, names[i], {
      __proto__: null, value: object[names[i]], writable: true, enumerable: false, configurable: true,
    });
  }
}

module.exports = { ReadableWorkerStdio, WritableWorkerStdio };
