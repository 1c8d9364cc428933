// broadcast(): one writer, any number of streams of what it was given.
'use strict';

const { codes } = require('internal/errors');
const { queueMicrotask } = require('internal/task_queue');
const { addAbortListener } = require('internal/events/abort_listener');
const {
  bufferOptionsFrom, byteLengthOf, optionsFrom, signalFrom, signalOf, splitOptions, writtenBatch, writtenBytes,
} = require('internal/streams/iter/arguments');
const { broadcastProtocol, drainableProtocol } = require('internal/streams/iter/protocol');
const { hasMethod } = require('internal/streams/iter/values');
const { isAtHand, nop, streamOf, withSignal } = require('internal/streams/iter/reader');
const { sourceOpener } = require('internal/streams/iter/from');
const { transformed } = require('internal/streams/iter/pull');
const { SharedBuffer } = require('internal/streams/iter/shared_buffer');
const { Waiting, closedError, nextOf, overflowError, resultOf } = require('internal/streams/iter/writer');

const kUsualBudget = 65536;

// States of a channel.
const OPEN = 0;
const ENDED = 1;
const FAILED = 2;
const CANCELLED = 3;

// What the writer and the consumers share.
class Channel {
  constructor({ policy, budget, signal }) {
    this.policy = policy;
    this.budget = budget;
    this.state = OPEN;
    // What consumers are told after a failure, or a cancellation with a reason.
    this.hasError = false;
    this.error = undefined;
    this.buffer = new SharedBuffer();
    this.written = 0;
    this.writes = new Waiting();
    this.drains = new Waiting();
    this.ends = new Waiting();
    // Told when the channel is cancelled: it may have a source that is no longer needed.
    this.onCancel = nop;
    this.listener = undefined;
    if (signal === undefined) return;
    if (signal.aborted) this.cancel(true, signal.reason);
    else this.listener = addAbortListener(signal, () => this.cancel(true, signal.reason));
  }

  get isFull() {
    return this.buffer.byteLength >= this.budget;
  }

  // Whether the batch was taken. One that is dropped counts as taken.
  offer(batch) {
    if (this.state !== OPEN) return false;
    const byteLength = byteLengthOf(batch);
    if (byteLength === 0) return true;
    if (this.isFull && this.policy !== 'drop-oldest') {
      if (this.policy === 'drop-newest') this.written += byteLength;
      return this.policy === 'drop-newest';
    }
    while (this.isFull) this.buffer.dropFirst();
    this.take(batch, byteLength);
    return true;
  }

  take(batch, byteLength) {
    this.written += byteLength;
    this.buffer.add(batch, byteLength);
    for (const consumer of this.buffer.consumers) consumer.wake();
  }

  write(batch, signal) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.offer(batch)) return Promise.resolve();
    if (this.state === FAILED) return Promise.reject(this.error);
    if (this.state !== OPEN) return Promise.reject(closedError('Writer is closed'));
    if (this.policy === 'strict' && this.writes.size > 0) return Promise.reject(overflowError());
    return this.writes.add(batch, byteLengthOf(batch), signal);
  }

  // A consumer has read, or has gone. Who waits for room is told, even if a write takes it right away.
  onProgress() {
    if (this.state === OPEN && !this.isFull) this.drains.resolveAll(true);
    while (this.writes.size > 0 && !this.isFull) {
      const { batch, byteLength, resolve } = this.writes.takeFirst();
      this.take(batch, byteLength);
      resolve();
    }
    if (!this.isThrough) return;
    this.listener?.[Symbol.dispose]();
    this.ends.resolveAll(this.written);
  }

  get isThrough() {
    return this.state === CANCELLED || (this.state === ENDED && this.buffer.consumers.size === 0);
  }

  // What end() returns if nothing has to be waited for; -1 otherwise.
  endNow() {
    if (this.state === OPEN) {
      this.state = ENDED;
      this.drains.resolveAll(false);
      if (this.writes.size === 0) for (const consumer of this.buffer.consumers) consumer.wake();
    }
    return this.isThrough ? this.written : -1;
  }

  end(signal) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const total = this.endNow();
    if (total >= 0) return Promise.resolve(total);
    return this.state === ENDED ? this.ends.add(undefined, 0, signal) : Promise.reject(this.error);
  }

  fail(error) {
    if (this.state !== OPEN && (this.state !== ENDED || this.isThrough)) return;
    this.state = FAILED;
    this.hasError = true;
    this.error = error;
    this.dismiss();
    this.writes.rejectAll(error);
    this.drains.rejectAll(error);
    this.ends.rejectAll(error);
  }

  cancel(hasReason, reason) {
    if (this.state === CANCELLED || this.state === FAILED) return;
    this.state = CANCELLED;
    this.hasError = hasReason;
    this.error = reason;
    this.dismiss();
    if (this.writes.size > 0) {
      const { DOMException } = require('internal/dom_exception');
      this.writes.rejectAll(new DOMException('Broadcast cancelled', 'AbortError'));
    }
    this.drains.resolveAll(false);
    this.ends.resolveAll(this.written);
    this.onCancel();
  }

  // All consumers go, with what the channel's end means for them.
  dismiss() {
    this.listener?.[Symbol.dispose]();
    const consumers = [...this.buffer.consumers];
    this.buffer.consumers.clear();
    for (const consumer of consumers) consumer.dismiss();
  }

  drained() {
    if (this.state !== OPEN) return null;
    return this.isFull ? this.drains.add() : Promise.resolve(true);
  }
}

// One stream of a channel: the reader that all of its iterators share.
class Consumer {
  constructor(channel) {
    this.channel = channel;
    this.cursor = 0;
    this.reads = new Waiting();
    // Whether the channel ended it, and not its reader.
    this.isDismissed = false;
  }

  read(convert) {
    if (!this.channel.buffer.consumers.has(this)) {
      return this.isDismissed ? this.lastWord() : null;
    }
    const batch = this.channel.buffer.next(this);
    if (batch !== undefined) {
      this.channel.onProgress();
      return batch;
    }
    if (this.channel.state === OPEN || this.channel.writes.size > 0) return this.reads.addRead(convert);
    // One that joined after the end comes here, too, when it has read what was left.
    this.leave();
    this.isDismissed = true;
    return this.lastWord();
  }

  lastWord() {
    if (this.channel.hasError) throw this.channel.error;
    return null;
  }

  // There may be something for the reads that wait.
  wake() {
    while (this.reads.size > 0) {
      const batch = this.channel.buffer.next(this);
      if (batch !== undefined) this.reads.resolveFirst(batch);
      else if (this.channel.state === ENDED) this.close();
      else return;
    }
  }

  dismiss() {
    this.isDismissed = true;
    if (this.channel.hasError) this.reads.rejectAll(this.channel.error);
    else this.reads.resolveAll(null);
  }

  leave() {
    if (this.channel.buffer.leave(this)) this.channel.onProgress();
  }

  close() {
    this.leave();
    this.isDismissed = false;
    this.reads.resolveAll(null);
  }
}

// Calls of next() are not kept in order by the iterator: the consumer does that.
function iteratorOf(consumer) {
  function close() {
    consumer.close();
    return Promise.resolve(resultOf(null));
  }
  return {
    __proto__: null,
    next() { return nextOf(consumer); },
    return() { return close(); },
    throw() { return close(); },
  };
}

class BroadcastImpl {
  #channel;

  constructor(channel) {
    this.#channel = channel;
  }

  get backpressurePolicy() {
    return this.#channel.policy;
  }

  get consumerCount() {
    return this.#channel.buffer.consumers.size;
  }

  push(...transforms) {
    const signal = signalFrom(optionsFrom(splitOptions(transforms)));
    const consumer = new Consumer(this.#channel);
    if (!signal?.aborted) this.#channel.buffer.join(consumer);
    const reader = withSignal(consumer, signal);
    const open = () => reader;
    if (transforms.length > 0) return transformed(open, transforms, signal);
    return signal === undefined ? streamOf(open, iteratorOf) : streamOf(open);
  }

  cancel(reason) {
    this.#channel.cancel(reason !== undefined, reason);
  }

  [Symbol.dispose]() {
    this.cancel();
  }
}

class BroadcastWriter {
  #channel;

  constructor(channel) {
    this.#channel = channel;
  }

  get canWrite() {
    return this.#channel.state === OPEN ? !this.#channel.isFull : null;
  }

  write(chunk, options) {
    return this.#channel.write([writtenBytes(chunk)], signalOf(options));
  }

  writev(chunks, options) {
    return this.#channel.write(writtenBatch(chunks), signalOf(options));
  }

  writeSync(chunk) {
    return this.#channel.offer([writtenBytes(chunk)]);
  }

  writevSync(chunks) {
    return this.#channel.offer(writtenBatch(chunks));
  }

  end(options) {
    return this.#channel.end(signalOf(options));
  }

  endSync() {
    return this.#channel.endNow();
  }

  fail(reason) {
    this.#channel.fail(reason);
  }

  [drainableProtocol]() {
    return this.#channel.drained();
  }

  [Symbol.asyncDispose]() {
    this.#channel.fail();
    return Promise.resolve();
  }

  [Symbol.dispose]() {
    this.#channel.fail();
  }
}

function pairOf(channel) {
  return { __proto__: null, writer: new BroadcastWriter(channel), broadcast: new BroadcastImpl(channel) };
}

function broadcast(options = undefined) {
  return pairOf(new Channel(bufferOptionsFrom(options, kUsualBudget)));
}

// Writes all that a reader gives to a channel, as fast as that takes it.
async function feed(channel, reader) {
  channel.onCancel = () => reader.close()?.catch(nop);
  try {
    for (;;) {
      let batch = reader.read();
      if (!isAtHand(batch)) batch = await batch;
      if (batch === null) break;
      if (channel.state !== OPEN) {
        await reader.close();
        return;
      }
      if (!channel.offer(batch)) await channel.write(batch);
    }
    channel.endNow();
  } catch (error) {
    channel.fail(error);
  }
}

function from(input, options) {
  if (hasMethod(input, broadcastProtocol)) {
    const custom = input[broadcastProtocol](options);
    if (custom === null || typeof custom !== 'object') {
      throw new codes.ERR_INVALID_RETURN_VALUE(
        'an object', "[Symbol.for('Stream.broadcastProtocol')]", custom);
    }
    return { __proto__: null, writer: { __proto__: null }, broadcast: custom };
  }
  const open = sourceOpener(input);
  const channel = new Channel(bufferOptionsFrom(options, kUsualBudget));
  // Not before whoever called has had the time to add consumers.
  if (channel.state === OPEN) queueMicrotask(() => feed(channel, open()));
  return pairOf(channel);
}

const Broadcast = { __proto__: null, from };

module.exports = { Broadcast, broadcast };
