// Readable.from(): the values of an iterable as a stream.
'use strict';

const { codes } = require('internal/errors');

// `Readable` is the class of the result.
function from(Readable, iterable, options) {
  if (typeof iterable === 'string' || require('buffer').Buffer.isBuffer(iterable)) {
    return fromWhole(Readable, iterable, options);
  }
  const isAsync = Boolean(iterable?.[Symbol.asyncIterator]);
  const iterate = isAsync ? iterable[Symbol.asyncIterator] : iterable?.[Symbol.iterator];
  if (!iterate) throw new codes.ERR_INVALID_ARG_TYPE('iterable', ['Iterable'], iterable);
  const iterator = Reflect.apply(iterate, iterable, []);

  const stream = new Readable({ objectMode: true, highWaterMark: 1, ...options });
  const feed = new Feed(stream, iterator, isAsync);
  // The iterator is closed when what the options, or the class, have for the end is done.
  const destroy = stream._destroy;
  stream._read = () => feed.read();
  stream._destroy = function(error, callback) {
    Reflect.apply(destroy, this, [error, (failure) => {
      const reason = failure || error;
      feed.close(reason).then(
        () => process.nextTick(callback, reason),
        (thrown) => process.nextTick(callback, thrown || reason),
      );
    }]);
  };
  return stream;
}

// Text and bytes are one chunk.
function fromWhole(Readable, chunk, options) {
  return new Readable({
    objectMode: true,
    ...options,
    read() {
      this.push(chunk);
      this.push(null);
    },
  });
}

function isThenable(value) {
  return value !== null && value !== undefined && typeof value.then === 'function';
}

// Brings what an iterator gives into a stream, for as long as the stream has room. Only values that
// have to be waited for cost promises.
class Feed {
  constructor(stream, iterator, isAsync) {
    this.stream = stream;
    this.iterator = iterator;
    this.isAsync = isAsync;
    this.isBusy = false;
    this.onStep = (step) => this.guarded(step);
    this.onValue = (value) => {
      if (this.give(value)) this.pull();
    };
    this.onFailure = (error) => this.stream.destroy(error);
  }

  read() {
    if (this.isBusy) return;
    this.isBusy = true;
    this.pull();
  }

  pull() {
    try {
      if (this.isAsync) Promise.resolve(this.iterator.next()).then(this.onStep, this.onFailure);
      else while (this.take(this.iterator.next()));
    } catch (error) {
      this.stream.destroy(error);
    }
  }

  guarded(step) {
    try {
      if (this.take(step)) this.pull();
    } catch (error) {
      this.stream.destroy(error);
    }
  }

  // Whether the next step is to be asked for now.
  take(step) {
    if (step.done) {
      this.stream.push(null);
      return false;
    }
    const { value } = step;
    // An async iterator has waited itself; a promise that it gives is a chunk as it is.
    if (!this.isAsync && isThenable(value)) {
      Promise.resolve(value).then(this.onValue, this.onFailure);
      return false;
    }
    return this.give(value);
  }

  give(value) {
    if (value === null) {
      this.isBusy = false;
      this.stream.destroy(new codes.ERR_STREAM_NULL_VALUES());
      return false;
    }
    if (this.stream.push(value)) return true;
    this.isBusy = false;
    return false;
  }

  // Lets the iterator clean up: it sees the error at its place, if the stream has one, and may go on.
  async close(error) {
    const { iterator } = this;
    const hasFailed = error !== null && error !== undefined;
    for (const method of hasFailed ? ['throw', 'return'] : ['return']) {
      if (typeof iterator[method] !== 'function') continue;
      const { value, done } = await iterator[method](method === 'throw' ? error : undefined);
      await value;
      if (done) break;
    }
  }
}

module.exports = { from };
