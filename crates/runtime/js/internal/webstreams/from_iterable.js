// ReadableStream.from(): a stream of what an iterable gives.
'use strict';

const { ReadableCore } = require('internal/webstreams/readable_core');
const { ValueSource } = require('internal/webstreams/value_source');
const { LATER, ignore, react } = require('internal/webstreams/outcome');
const { codes, invalidState } = require('internal/webstreams/stream_errors');

function isObject(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function');
}

// The iterator of an iterable, and whether its results are awaited.
function openIterator(iterable) {
  let isAsync = true;
  let method = iterable[Symbol.asyncIterator];
  if (method === undefined || method === null) {
    isAsync = false;
    method = iterable[Symbol.iterator];
  }
  if (typeof method !== 'function') throw new codes.ERR_ARG_NOT_ITERABLE(iterable);
  const iterator = Reflect.apply(method, iterable, []);
  if (!isObject(iterator)) throw invalidState('The iterator method must return an object');
  return { iterator, isAsync };
}

class IteratorSource {
  constructor(iterable) {
    const { iterator, isAsync } = openIterator(iterable);
    this.iterator = iterator;
    this.next = iterator.next;
    this.isAsync = isAsync;
    this.pulls = true;
    this.source = null;
    this.onResult = (result) => this.receive(result);
    this.onValue = (value) => this.deliver(value);
    this.onError = (error) => this.source.fail(error);
  }

  // What an async iterator returns is a promise; of a sync iterator, the value may be one.
  pull() {
    const result = Reflect.apply(this.next, this.iterator, []);
    if (this.isAsync) {
      react(Promise.resolve(result), this.onResult, this.onError);
      return LATER;
    }
    checkResult(result);
    if (result.done) {
      this.source.close();
      return undefined;
    }
    const { value } = result;
    if (isObject(value)) {
      react(Promise.resolve(value), this.onValue, this.onError);
      return LATER;
    }
    this.source.enqueue(value);
    return undefined;
  }

  receive(result) {
    try {
      checkResult(result);
      if (result.done) {
        this.source.close();
        return;
      }
      this.deliver(result.value);
    } catch (error) {
      this.source.fail(error);
    }
  }

  deliver(value) {
    if (!this.source.isOpen) return;
    this.source.enqueue(value);
    this.source.pulled();
  }

  // The iterator may clean up.
  cancel(reason) {
    const { iterator } = this;
    const method = iterator.return;
    if (method === undefined || method === null) return undefined;
    const result = Reflect.apply(method, iterator, [reason]);
    if (!this.isAsync) {
      checkResult(result);
      return react(Promise.resolve(result.value), ignore);
    }
    return react(Promise.resolve(result), (settled) => checkResult(settled));
  }
}

function checkResult(result) {
  if (!isObject(result)) throw invalidState('The result of an iterator must be an object');
}

function coreFromIterable(iterable) {
  const producer = new IteratorSource(iterable);
  const core = new ReadableCore();
  producer.source = new ValueSource(core, producer, 0, undefined);
  producer.source.start(undefined);
  return core;
}

module.exports = { coreFromIterable };
