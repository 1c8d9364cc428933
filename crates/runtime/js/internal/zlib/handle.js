// A codec as streams have it: one step at a time, on the pool or at once.
'use strict';

const native = binding('zlib');

class CodecHandle {
  #codec;
  #isBusy = false;
  #isClosed = false;
  // Settings that wait until the step that is under way is done.
  #change = null;

  constructor(codec) {
    this.#codec = codec;
  }

  // A step on the pool: `done(error, bytes, consumed)`.
  write(input, offset, length, room, flush, done) {
    this.#isBusy = true;
    native.write(this.#codec, input, offset, length, room, flush, (error, bytes, consumed) => {
      this.#isBusy = false;
      if (this.#isClosed) native.close(this.#codec);
      if (this.#change !== null) this.#applyChange();
      done(error, bytes, consumed);
    });
  }

  // A step at once: [bytes, consumed].
  writeSync(input, offset, length, room, flush) {
    this.#mustBeIdle('write');
    return native.write(this.#codec, input, offset, length, room, flush, undefined);
  }

  // Everything at once: [bytes, consumed], or a number in place of the bytes (see `failures.js`). That closes it.
  runSync(input, flush, most, alone) {
    this.#mustBeIdle('write');
    return native.run(this.#codec, input, flush, most, alone, undefined);
  }

  // Gives the codec's memory back, as soon as no thread works with it.
  close() {
    this.#isClosed = true;
    if (!this.#isBusy) native.close(this.#codec);
  }

  reset() {
    this.#mustBeIdle('reset');
    native.reset(this.#codec);
  }

  params(level, strategy) {
    this.#change = { level, strategy };
    if (!this.#isBusy) this.#applyChange();
  }

  #applyChange() {
    const { level, strategy } = this.#change;
    this.#change = null;
    native.change(this.#codec, level, strategy);
  }

  #mustBeIdle(what) {
    if (this.#isBusy) throw new Error(`Cannot ${what} zlib stream while a write is in progress`);
  }
}

module.exports = { CodecHandle };
