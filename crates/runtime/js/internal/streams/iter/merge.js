// merge(): the batches of several streams, in the order in which they come.
'use strict';

const { isAsyncIterable, isIterable, bytesOf, hasMethod } = require('internal/streams/iter/values');
const { optionsFrom, signalFrom } = require('internal/streams/iter/arguments');
const { toStreamable, toAsyncStreamable } = require('internal/streams/iter/protocol');
const { generatorOf, isAtHand, nop, streamOf, withSignal } = require('internal/streams/iter/reader');
const { sourceOpener } = require('internal/streams/iter/from');

class MergeReader {
  constructor(openers) {
    this.openers = openers;
    this.readers = undefined;
    // What came and was not given out yet: { reader, batch } or { error }.
    this.arrived = [];
    // The reader whose batch was given out last: it is read on when more is wanted, not before.
    this.idle = undefined;
    // The readers of which a read is under way.
    this.asked = new Set();
    this.wake = undefined;
    this.onNews = (resolve) => { this.wake = resolve; };
  }

  read() {
    if (this.readers === undefined) this.start();
    if (this.idle !== undefined) {
      const reader = this.idle;
      this.idle = undefined;
      this.ask(reader);
    }
    while (this.arrived.length > 0) {
      const { reader, batch, error } = this.arrived.shift();
      if (reader === undefined) return this.fail(error);
      if (batch !== null) {
        this.idle = reader;
        return batch;
      }
      this.readers.delete(reader);
    }
    return this.readers.size === 0 ? null : this.readLater();
  }

  start() {
    const readers = this.openers.map((open) => open());
    this.readers = new Set(readers);
    for (let i = 0; i < readers.length; i++) this.ask(readers[i]);
  }

  ask(reader) {
    try {
      const batch = reader.read();
      if (isAtHand(batch)) this.arrived.push({ reader, batch, error: undefined });
      else this.awaitBatch(reader, batch);
    } catch (error) {
      this.arrived.push({ reader: undefined, batch: null, error });
    }
  }

  awaitBatch(reader, pending) {
    this.asked.add(reader);
    pending.then((batch) => this.arrive(reader, { reader, batch, error: undefined }),
                 (error) => this.arrive(reader, { reader: undefined, batch: null, error }));
  }

  arrive(reader, news) {
    this.asked.delete(reader);
    this.arrived.push(news);
    this.wake?.();
    this.wake = undefined;
  }

  async readLater() {
    await new Promise(this.onNews);
    return this.read();
  }

  fail(error) {
    this.close().catch(nop);
    throw error;
  }

  // A source that is busy is told, but not waited for, and what it says then does not matter.
  async close() {
    const readers = this.readers ?? [];
    this.readers = new Set();
    this.arrived = [];
    this.idle = undefined;
    const closing = [];
    for (const reader of readers) {
      const closed = (async () => reader.close())();
      if (this.asked.has(reader)) closed.catch(nop);
      else closing.push(closed);
    }
    await Promise.all(closing);
  }
}

function isSource(value) {
  return bytesOf(value) !== undefined || isAsyncIterable(value) || isIterable(value) ||
    hasMethod(value, toAsyncStreamable) || hasMethod(value, toStreamable);
}

function merge(...sources) {
  const last = sources[sources.length - 1];
  const hasOptions = typeof last === 'object' && last !== null && !isSource(last);
  const signal = signalFrom(optionsFrom(hasOptions ? sources.pop() : undefined));
  const openers = sources.map((source) => sourceOpener(source));
  return streamOf(() => withSignal(new MergeReader(openers), signal), generatorOf);
}

module.exports = { merge };
