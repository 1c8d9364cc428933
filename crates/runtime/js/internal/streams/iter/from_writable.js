// Classic writable streams as writers.
'use strict';

const { codes } = require('internal/errors');
const { validateObject, validateOneOf } = require('internal/validators');
const { drainableProtocol } = require('internal/streams/iter/protocol');
const { signalOf, writtenBatch, writtenBytes } = require('internal/streams/iter/arguments');
const { Waiting } = require('internal/streams/iter/writer');

const kPolicies = ['strict', 'unbounded', 'drop-oldest', 'drop-newest'];
// For something that only behaves like a stream, and does not say.
const kUsualMark = 16384;

// A classic stream, what was written to it and who waits for it.
class ClassicSink {
  constructor(stream, policy) {
    this.stream = stream;
    this.policy = policy;
    this.written = 0;
    this.finished = false;
    this.drains = new Waiting();
    this.writes = new Waiting();
    this.ends = new Waiting();
    stream.on('drain', () => this.onDrain());
    stream.on('finish', () => this.onFinish());
    stream.on('close', () => this.onClose());
    // A real stream keeps its error. No listener is added there: an error that nobody listens to has to
    // end the program.
    if (stream._writableState === undefined) stream.on('error', (error) => this.reject(error));
  }

  get isClosed() {
    const { stream } = this;
    return stream.destroyed === true || stream.writableEnded === true || stream.writable === false;
  }

  get isFull() {
    const { writableLength, writableHighWaterMark } = this.stream;
    return (writableLength ?? 0) >= (writableHighWaterMark ?? kUsualMark);
  }

  onDrain() {
    this.writes.resolveAll();
    this.drains.resolveAll(true);
  }

  onFinish() {
    this.finished = true;
    this.writes.resolveAll();
    this.drains.resolveAll(false);
    this.ends.resolveAll(this.written);
  }

  onClose() {
    if (this.finished) return;
    this.reject(this.stream.errored ?? new codes.ERR_STREAM_PREMATURE_CLOSE());
  }

  reject(error) {
    this.writes.rejectAll(error);
    this.drains.rejectAll(error);
    this.ends.rejectAll(error);
  }

  write(batch) {
    if (this.isClosed) return Promise.reject(new codes.ERR_STREAM_WRITE_AFTER_END());
    if (this.isFull && this.policy === 'strict') {
      return Promise.reject(new codes.ERR_INVALID_STATE.RangeError(
        'Backpressure violation: buffer is full. Await each write() call to respect backpressure.'));
    }
    const isDropped = this.isFull && this.policy === 'drop-newest';
    const takesMore = isDropped || this.pass(batch);
    for (let i = 0; i < batch.length; i++) this.written += batch[i].byteLength;
    return takesMore || this.policy !== 'unbounded' ? Promise.resolve() : this.writes.add();
  }

  // Several chunks go together, if the stream can do that.
  pass(batch) {
    const { stream } = this;
    if (batch.length === 1) return stream.write(batch[0]);
    let takesMore = true;
    stream.cork?.();
    for (let i = 0; i < batch.length; i++) takesMore = stream.write(batch[i]);
    stream.uncork?.();
    return takesMore;
  }

  end() {
    if (this.finished || this.stream.destroyed) return Promise.resolve(this.written);
    if (!this.stream.writableEnded) this.stream.end();
    return this.finished ? Promise.resolve(this.written) : this.ends.add();
  }

  fail(reason) {
    this.reject(reason);
    this.stream.destroy?.(reason ? reason : new codes.ERR_FALSY_VALUE_REJECTION(reason));
  }

  drained() {
    if (this.isClosed) return null;
    return this.isFull ? this.drains.add() : Promise.resolve(true);
  }
}

// A classic stream never takes anything at once, so the sync methods refuse.
function writerOf(sink) {
  return {
    __proto__: null,
    get canWrite() { return sink.isClosed ? null : !sink.isFull; },
    writeSync(_) { return false; },
    writevSync(_) { return false; },
    write(chunk, options) {
      signalOf(options);
      return sink.write([writtenBytes(chunk)]);
    },
    writev(chunks, options) {
      signalOf(options);
      return sink.write(writtenBatch(chunks));
    },
    endSync() { return -1; },
    end(options) {
      signalOf(options);
      return sink.end();
    },
    fail(reason) { sink.fail(reason); },
    [Symbol.asyncDispose]() {
      if (!sink.isClosed) sink.fail();
      return Promise.resolve();
    },
    [Symbol.dispose]() { if (!sink.isClosed) sink.fail(); },
    [drainableProtocol]() { return sink.drained(); },
  };
}

// Writers by stream, and there by policy.
const known = new WeakMap();

function policyOf(options) {
  if (options === undefined) return 'strict';
  validateObject(options, 'options');
  const { backpressure = 'strict' } = options;
  validateOneOf(backpressure, 'options.backpressure', kPolicies);
  if (backpressure === 'drop-oldest') {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.backpressure', backpressure, 'drop-oldest is not supported for classic stream.Writable');
  }
  return backpressure;
}

function fromWritable(writable, options = undefined) {
  if (typeof writable?.write !== 'function' || typeof writable.on !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('writable', 'Writable', writable);
  }
  const policy = policyOf(options);
  if (writable.writableObjectMode) {
    throw new codes.ERR_INVALID_STATE('Cannot create a stream/iter Writer from an object-mode Writable');
  }
  if (!known.has(writable)) known.set(writable, new Map());
  const writers = known.get(writable);
  if (!writers.has(policy)) writers.set(policy, writerOf(new ClassicSink(writable, policy)));
  return writers.get(policy);
}

module.exports = { fromWritable };
