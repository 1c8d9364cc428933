// When a source is asked for more: the part that streams of chunks and streams of bytes share.
'use strict';

const { LATER, follow, queueMicrotask } = require('internal/webstreams/outcome');
const { ERRORED, READABLE } = require('internal/webstreams/readable_core');

// What takes the place of a source that is over.
const exhausted = { __proto__: null, pulls: false, pull() {}, cancel() {} };

// `producer` has the methods pull() and cancel(reason), and says in `pulls` whether pull() does anything.
class PullSource {
  constructor(stream, producer, mark) {
    this.stream = stream;
    this.producer = producer;
    // The high-water mark. (Not by that name: tests put one with a setter on Object.prototype.)
    this.mark = mark;
    this.started = false;
    this.closing = false;
    this.pulling = false;
    // More was wanted while a pull was under way.
    this.again = false;
    this.onPulled = null;
    this.onPullFailed = null;
    // While a transformer runs: what a pipe has to do with the chunk is done right after it, not in a microtask.
    this.isTransforming = false;
    this.afterTransform = null;
    this.handle = null;
    stream.source = this;
  }

  // `result` is what the script's start() returned.
  start(result) {
    follow(result, () => {
      this.started = true;
      this.ask();
    }, (error) => this.fail(error));
  }

  get isOpen() {
    return !this.closing && this.stream.state === READABLE;
  }

  get desiredSize() {
    const { state } = this.stream;
    if (state === READABLE) return this.mark - this.queueSize;
    return state === ERRORED ? null : 0;
  }

  get wantsMore() {
    const { stream } = this;
    if (!this.started || this.closing || stream.state !== READABLE) return false;
    const { reader } = stream;
    return (reader !== null && reader.takers.length > 0) || this.mark > this.queueSize;
  }

  ask() {
    if (!this.producer.pulls || !this.wantsMore) return;
    if (this.pulling) {
      this.again = true;
      return;
    }
    this.pulling = true;
    this.onPulled ??= () => this.pulled();
    this.onPullFailed ??= (error) => this.fail(error);
    let result;
    try {
      result = this.producer.pull();
    } catch (error) {
      queueMicrotask(() => this.fail(error));
      return;
    }
    if (result !== LATER) follow(result, this.onPulled, this.onPullFailed);
  }

  pulled() {
    this.pulling = false;
    if (!this.again) return;
    this.again = false;
    this.ask();
  }

  // No call of the producer comes any more: what it holds can be collected.
  retire() {
    this.producer = exhausted;
  }

  fail(error) {
    if (this.stream.state !== READABLE) return;
    this.drop();
    this.retire();
    this.stream.fail(error);
  }

  cancel(reason) {
    const { producer } = this;
    this.drop();
    try {
      return producer.cancel(reason);
    } finally {
      this.retire();
    }
  }
}

module.exports = { PullSource };
