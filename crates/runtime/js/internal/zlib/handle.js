// A codec as streams have it: one step at a time, on the pool or at once.
'use strict';

const native = binding('zlib');

class CodecHandle {
  state = undefined;
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
  step(input, offset, length, room, flush) {
    this.#mustBeIdle('write');
    return native.write(this.#codec, input, offset, length, room, flush, undefined);
  }

  // A step at once in the form of Node's handles, which packages such as pngjs use: output goes to `output`, and
  // `state` says what is left of its room and of the input.
  writeSync(flush, input, offset, length, output, outputOffset, room) {
    const { 0: bytes, 1: consumed } = this.step(input ?? new Uint8Array(0), offset, length, room, flush);
    output.set(bytes, outputOffset);
    this.state ??= new Uint32Array(2);
    this.state[0] = room - bytes.length;
    this.state[1] = length - consumed;
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
