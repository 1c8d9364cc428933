// share(): one source, any number of streams of what it gives. It is read when the fastest of them needs
// more.
'use strict';

const { codes } = require('internal/errors');
const { addAbortListener } = require('internal/events/abort_listener');
const { bufferOptionsFrom, optionsFrom, signalFrom, splitOptions } = require('internal/streams/iter/arguments');
const { shareProtocol } = require('internal/streams/iter/protocol');
const { bytesOf, hasMethod, isAsyncIterable, isIterable } = require('internal/streams/iter/values');
const { Turns, isAtHand, nop, streamOf, withSignal } = require('internal/streams/iter/reader');
const { sourceOpener } = require('internal/streams/iter/from');
const { transformed } = require('internal/streams/iter/pull');
const { SharedConsumer, SharedSource, customShare, kUsualBudget } = require('internal/streams/iter/shared_source');
const { Waiting } = require('internal/streams/iter/writer');

class AsyncSource extends SharedSource {
  constructor(open, options) {
    super(open, options);
    // The read of the source that is under way, and what ends the waiting for it.
    this.pending = undefined;
    this.release = nop;
    // Consumers that wait for room.
    this.rooms = new Waiting();
    this.listener = undefined;
    const { signal } = options;
    if (signal === undefined) return;
    if (signal.aborted) this.cancel(true, signal.reason);
    else this.listener = addAbortListener(signal, () => this.cancel(true, signal.reason));
  }

  // Sees that there is more for a consumer. A promise if that takes time.
  more(consumer) {
    if (this.pending !== undefined) return this.pending;
    if (!this.isFull) return this.readOn(false);
    if (this.policy === 'strict') {
      // The one that ran ahead is turned away; the others go on.
      const error = this.overflow();
      consumer.close();
      throw error;
    }
    if (this.policy === 'unbounded') return this.rooms.add();
    if (this.policy === 'drop-newest') return this.dropNext();
    this.dropOldest();
    return this.readOn(false);
  }

  async dropNext() {
    await this.readOn(true);
    if (this.isFull && !this.over) await this.rooms.add();
  }

  readOn(drops) {
    try {
      this.reader ??= this.open();
      const batch = this.reader.read();
      if (!isAtHand(batch)) return this.readLater(batch, drops);
      this.settle(batch, drops);
    } catch (error) {
      this.fail(error);
    }
    return undefined;
  }

  readLater(pending, drops) {
    this.pending = new Promise((resolve) => {
      this.release = () => {
        this.pending = undefined;
        resolve();
      };
      pending.then((batch) => {
        this.settle(batch, drops);
        this.release();
      }, (error) => {
        this.fail(error);
        this.release();
      });
    });
    return this.pending;
  }

  settle(batch, drops) {
    if (!this.cancelled && (batch === null || !drops)) this.keep(batch);
    if (this.over) this.listener?.[Symbol.dispose]();
  }

  // Somebody has read, or has gone.
  onProgress() {
    if (!this.isFull) this.rooms.resolveAll();
  }

  leave(consumer) {
    super.leave(consumer);
    this.onProgress();
  }

  cancel(hasReason, reason) {
    super.cancel(hasReason, reason)?.catch(nop);
    this.listener?.[Symbol.dispose]();
    this.rooms.resolveAll();
    this.release();
  }
}

class AsyncConsumer extends SharedConsumer {
  read() {
    for (;;) {
      const batch = this.take();
      if (batch !== undefined) {
        this.source.onProgress();
        return batch;
      }
      const wait = this.source.more(this);
      if (wait !== undefined) return this.readAfter(wait);
    }
  }

  async readAfter(wait) {
    await wait;
    return this.read();
  }
}

// Reads keep their order. Who leaves does not wait for a read of the source.
function iteratorOf(reader) {
  const turns = new Turns(reader);
  function leave() {
    reader.close();
    return { __proto__: null, done: true, value: undefined };
  }
  return {
    __proto__: null,
    next() { return turns.next(); },
    async return() { return leave(); },
    async throw() { return leave(); },
  };
}

class ShareImpl {
  #source;

  constructor(open, options) {
    this.#source = new AsyncSource(open, options);
  }

  get consumerCount() {
    return this.#source.buffer.consumers.size;
  }

  pull(...transforms) {
    const signal = signalFrom(optionsFrom(splitOptions(transforms)));
    const consumer = new AsyncConsumer(this.#source);
    if (!signal?.aborted && !this.#source.cancelled) this.#source.buffer.join(consumer);
    const reader = withSignal(consumer, signal);
    const open = () => reader;
    return transforms.length === 0 ? streamOf(open, iteratorOf) : transformed(open, transforms, signal);
  }

  cancel(reason) {
    this.#source.cancel(reason !== undefined, reason);
  }

  [Symbol.dispose]() {
    this.cancel();
  }
}

function share(source, options = undefined) {
  return new ShareImpl(sourceOpener(source), bufferOptionsFrom(options, kUsualBudget));
}

function from(input, options) {
  if (hasMethod(input, shareProtocol)) return customShare(input[shareProtocol](options), 'Stream.shareProtocol');
  if (!isAsyncIterable(input) && !isIterable(input) && bytesOf(input) === undefined) {
    throw new codes.ERR_INVALID_ARG_TYPE('input', ['Shareable', 'AsyncIterable', 'Iterable'], input);
  }
  return share(input, options);
}

const Share = { __proto__: null, from };

module.exports = { Share, share };
