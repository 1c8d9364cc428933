// merge(): the batches of several streams, in the order in which they come.
'use strict';

const { isAsyncIterable, isIterable, bytesOf, hasMethod } = require('internal/streams/iter/values');
const { optionsFrom, signalFrom } = require('internal/streams/iter/arguments');
const { toStreamable, toAsyncStreamable } = require('internal/streams/iter/protocol');
const { generatorOf, isAtHand, nop, streamOf, withSignal } = require('internal/streams/iter/reader');
const { sourceOpener } = require('internal/streams/iter/from');

// One source of a merge.
class Branch {
  constructor(merge, reader) {
    this.reader = reader;
    // A read is under way.
    this.busy = false;
    this.onBatch = (batch) => {
      this.busy = false;
      merge.arrive(this, batch);
    };
    this.onFailure = (error) => {
      this.busy = false;
      merge.fail(error);
    };
    this.onResult = (result) => this.attempt(() => this.reader.take(result));
    this.onForeignFailure = (error) => this.attempt(() => this.reader.failed(error));
  }

  ask() {
    this.busy = true;
    const foreign = this.reader.ask?.();
    if (foreign !== undefined) foreign.then(this.onResult, this.onForeignFailure);
    else this.attempt(() => this.reader.read());
  }

  // What is at hand comes at once.
  attempt(read) {
    try {
      const batch = read();
      if (isAtHand(batch)) this.onBatch(batch);
      else batch.then(this.onBatch, this.onFailure);
    } catch (error) {
      this.onFailure(error);
    }
  }
}

class MergeReader {
  constructor(openers) {
    this.openers = openers;
    this.branches = undefined;
    // What came before it was wanted: branches and batches in turn.
    this.arrived = [];
    this.hasError = false;
    this.error = undefined;
    // The branch whose batch was given out last: it is read on when more is wanted, not before.
    this.idle = undefined;
    this.resolveRead = undefined;
    this.rejectRead = undefined;
    this.onWait = (resolve, reject) => {
      this.resolveRead = resolve;
      this.rejectRead = reject;
    };
  }

  read() {
    const { idle } = this;
    this.idle = undefined;
    if (this.branches === undefined) this.start();
    else idle?.ask();
    while (this.arrived.length > 0) {
      const branch = this.arrived.shift();
      const batch = this.arrived.shift();
      if (this.accept(branch, batch)) return batch;
    }
    if (this.hasError) {
      this.hasError = false;
      this.close().catch(nop);
      throw this.error;
    }
    return this.branches.size === 0 ? null : new Promise(this.onWait);
  }

  start() {
    const branches = this.openers.map((open) => new Branch(this, open()));
    this.branches = new Set(branches);
    for (let i = 0; i < branches.length; i++) branches[i].ask();
  }

  // Whether there is something to give out.
  accept(branch, batch) {
    if (batch === null) {
      this.branches.delete(branch);
      return false;
    }
    this.idle = branch;
    return true;
  }

  arrive(branch, batch) {
    if (this.resolveRead === undefined) this.arrived.push(branch, batch);
    else if (this.accept(branch, batch) || this.branches.size === 0) this.settleRead()(batch);
  }

  // The function that settles the read that waits, which then waits no longer.
  settleRead(rejects = false) {
    const settle = rejects ? this.rejectRead : this.resolveRead;
    this.resolveRead = undefined;
    this.rejectRead = undefined;
    return settle;
  }

  // Comes after what arrived before it.
  fail(error) {
    if (this.resolveRead === undefined) {
      this.hasError = true;
      this.error = error;
      return;
    }
    this.close().catch(nop);
    this.settleRead(true)(error);
  }

  // A source that is busy is told, but not waited for, and what it says then does not matter.
  async close() {
    const branches = this.branches ?? [];
    this.branches = new Set();
    this.arrived = [];
    this.idle = undefined;
    const closing = [];
    for (const { reader, busy } of branches) {
      const closed = (async () => reader.close())();
      if (busy) closed.catch(nop);
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
