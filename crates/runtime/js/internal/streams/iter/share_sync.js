// shareSync(): one sync source, any number of sync streams of what it gives.
'use strict';

const { codes } = require('internal/errors');
const { bufferOptionsFrom, checkTransforms, optionsFrom } = require('internal/streams/iter/arguments');
const { shareSyncProtocol } = require('internal/streams/iter/protocol');
const { bytesOf, hasMethod, isIterable } = require('internal/streams/iter/values');
const { syncSourceOpener } = require('internal/streams/iter/from');
const { syncTransformed } = require('internal/streams/iter/pull');
const { SharedConsumer, SharedSource, customShare, kUsualBudget } = require('internal/streams/iter/shared_source');

class SyncSource extends SharedSource {
  // Reads one batch more. False if it had to be dropped.
  readOn() {
    const drops = this.isFull && this.policy === 'drop-newest';
    if (this.isFull && this.policy === 'strict') throw this.overflow();
    if (!drops) this.dropOldest();
    try {
      this.reader ??= this.open();
      const batch = this.reader.read();
      if (batch === null || !drops) this.keep(batch);
    } catch (error) {
      this.fail(error);
    }
    return !drops || this.over;
  }
}

class SyncConsumer extends SharedConsumer {
  read() {
    for (;;) {
      const batch = this.take();
      if (batch !== undefined) return batch;
      // What was dropped leaves nothing to give; the next read may have more.
      if (!this.source.readOn()) return null;
    }
  }
}

function iteratorOf(consumer) {
  const done = () => ({ __proto__: null, done: true, value: undefined });
  function leave() {
    consumer.close();
    return done();
  }
  return {
    __proto__: null,
    next() {
      const batch = consumer.read();
      return batch === null ? done() : { __proto__: null, done: false, value: batch };
    },
    return() { return leave(); },
    throw() { return leave(); },
  };
}

class SyncShareImpl {
  #source;

  constructor(open, options) {
    this.#source = new SyncSource(open, options);
  }

  get consumerCount() {
    return this.#source.buffer.consumers.size;
  }

  pull(...transforms) {
    checkTransforms(transforms);
    const consumer = new SyncConsumer(this.#source);
    if (!this.#source.cancelled) this.#source.buffer.join(consumer);
    if (transforms.length > 0) return syncTransformed(() => consumer, transforms);
    return { __proto__: null, [Symbol.iterator]() { return iteratorOf(consumer); } };
  }

  cancel(reason) {
    this.#source.cancel(reason !== undefined, reason);
  }

  [Symbol.dispose]() {
    this.cancel();
  }
}

function shareSync(source, options = undefined) {
  const { backpressure, budget } = optionsFrom(options);
  const open = syncSourceOpener(source);
  const converted = bufferOptionsFrom({ __proto__: null, backpressure, budget }, kUsualBudget);
  if (converted.policy === 'unbounded') {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.backpressure', converted.policy, 'unbounded is not supported by shareSync()');
  }
  return new SyncShareImpl(open, converted);
}

function fromSync(input, options) {
  if (hasMethod(input, shareSyncProtocol)) {
    return customShare(input[shareSyncProtocol](options), 'Stream.shareSyncProtocol');
  }
  if (!isIterable(input) && bytesOf(input) === undefined) {
    throw new codes.ERR_INVALID_ARG_TYPE('input', ['SyncShareable', 'Iterable'], input);
  }
  return shareSync(input, options);
}

const SyncShare = { __proto__: null, fromSync };

module.exports = { SyncShare, shareSync };
