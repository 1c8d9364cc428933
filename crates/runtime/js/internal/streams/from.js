// Readable.from(): a stream of what an iterable yields.
'use strict';

const { Buffer } = require('buffer');
const { aggregateTwoErrors, codes } = require('internal/errors');

// `Class` is Readable, or a subclass of it.
function from(Class, iterable, options) {
  if (typeof iterable === 'string' || iterable instanceof Buffer) {
    return new Class({
      objectMode: true,
      ...options,
      read() {
        this.push(iterable);
        this.push(null);
      },
    });
  }

  let iterator;
  let isAsync = false;
  if (iterable?.[Symbol.asyncIterator]) {
    iterator = iterable[Symbol.asyncIterator]();
    isAsync = true;
  } else if (iterable?.[Symbol.iterator]) {
    iterator = iterable[Symbol.iterator]();
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('iterable', ['Iterable'], iterable);
  }

  const readable = new Class({ objectMode: true, highWaterMark: 1, ...options });
  const originalDestroy = readable._destroy;
  let pulling = false;

  readable._read = () => {
    if (pulling) return;
    pulling = true;
    if (isAsync) pullAsync();
    else pullSync();
  };

  readable._destroy = (error, callback) => {
    originalDestroy.call(readable, error, (destroyError) => {
      closeIterator(iterator, error).then(
        () => process.nextTick(callback, destroyError ?? error),
        (closeError) => process.nextTick(callback, aggregateTwoErrors(error, closeError)),
      );
    });
  };

  // Pushes as long as the stream takes more and values are at hand.
  function pullSync() {
    try {
      for (;;) {
        const { value, done } = iterator.next();
        if (done) {
          readable.push(null);
          return;
        }
        if (typeof value?.then === 'function') {
          pushPromised(value);
          return;
        }
        if (!pushValue(value)) return;
      }
    } catch (error) {
      readable.destroy(error);
    }
  }

  async function pushPromised(promise) {
    try {
      if (pushValue(await promise)) pullSync();
    } catch (error) {
      readable.destroy(error);
    }
  }

  async function pullAsync() {
    try {
      for (;;) {
        const { value, done } = await iterator.next();
        if (done) {
          readable.push(null);
          return;
        }
        if (!pushValue(value)) return;
      }
    } catch (error) {
      readable.destroy(error);
    }
  }

  // Whether to go on.
  function pushValue(value) {
    if (value === null) {
      pulling = false;
      throw new codes.ERR_STREAM_NULL_VALUES();
    }
    if (readable.push(value)) return true;
    pulling = false;
    return false;
  }

  return readable;
}

// Tells the iterator of the error, or that no more is wanted.
async function closeIterator(iterator, error) {
  if (error != null && typeof iterator.throw === 'function') {
    const { value, done } = await iterator.throw(error);
    await value;
    if (done) return;
  }
  if (typeof iterator.return === 'function') {
    const { value } = await iterator.return();
    await value;
  }
}

module.exports = { from };
