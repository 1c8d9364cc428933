// What is behind a WritableStream, its controller and its writers.
//
// Who writes a chunk hands in a "receipt": an object with the methods resolve() and reject(error), of
// which one is called when the chunk's fate is known.
'use strict';

const { Ring } = require('internal/webstreams/rings');
const { LATER, attempt, follow, queueMicrotask, quietDeferred, react } = require('internal/webstreams/outcome');
const { checkedSize } = require('internal/webstreams/strategies');
const { invalidState } = require('internal/webstreams/stream_errors');

const WRITABLE = 0;
const CLOSED = 1;
// An error is known, but a call of the sink is still under way.
const ERRORING = 2;
const ERRORED = 3;

// The receipt of a chunk whose promise needs none.
const alone = { __proto__: null, resolve() {}, reject() {} };

const settled = Promise.resolve();

class WritableCore {
  // `sink` has the methods write(chunk), close() and abort(reason); `sizeOf` is undefined if every chunk counts 1.
  constructor(sink, mark, sizeOf) {
    this.state = WRITABLE;
    this.error = undefined;
    this.writer = null;
    this.sink = sink;
    this.mark = mark;
    this.sizeOf = sizeOf;
    // What waits for the sink: chunks, their sizes (none if every chunk counts 1) and receipts.
    this.chunks = new Ring();
    this.sizes = sizeOf === undefined ? null : new Ring();
    this.receipts = new Ring();
    // The sizes of what waits and of what the sink has just now.
    this.total = 0;
    this.started = false;
    this.backpressure = mark <= 0;
    // The receipt of the chunk that the sink has just now.
    this.inFlight = null;
    this.inFlightSize = 0;
    // The promise of close(): while it waits for the queue, and while the sink closes.
    this.closeWaiting = null;
    this.closeInFlight = null;
    // { promise, resolve, reject, reason, wasErroring } of an abort() that waits.
    this.aborting = null;
    this.abortController = null;
    // The promise `closed` of every writer is settled.
    this.isOver = false;
    this.watch = null;
    this.handle = null;
    this.onWritten = null;
    this.onWriteFailed = null;
    this.onWrittenAlone = null;
    this.onWriteAloneFailed = null;
    this.onRoom = null;
    // The promise of the chunk before is about to be settled: nothing may overtake it.
    this.isAhead = false;
  }

  // `result` is what the script's start() returned.
  start(result) {
    follow(result, () => {
      this.started = true;
      this.advance();
    }, (error) => {
      this.started = true;
      this.reject(error);
    });
  }

  get desiredSize() {
    if (this.state === WRITABLE) return this.mark - this.total;
    return this.state === CLOSED ? 0 : null;
  }

  get isClosing() {
    return this.closeWaiting !== null || this.closeInFlight !== null;
  }

  get signal() {
    if (this.abortController === null) {
      const { AbortController } = require('internal/abort_controller');
      this.abortController = new AbortController();
    }
    return this.abortController.signal;
  }

  // How much a chunk counts. A size() that throws breaks the stream; the write then finds it broken.
  measure(chunk) {
    const { sizeOf } = this;
    if (sizeOf === undefined) return 1;
    try {
      return sizeOf(chunk);
    } catch (error) {
      this.fail(error);
      return 1;
    }
  }

  // Something whose `error` says why a chunk cannot be taken; undefined if it can.
  refusal() {
    if (this.state === ERRORED) return this;
    if (this.isClosing || this.state === CLOSED) return { error: invalidState('WritableStream is closed') };
    return this.state === ERRORING ? this : undefined;
  }

  // Nothing is under way and nothing waits.
  get isIdle() {
    return this.started && this.state === WRITABLE && this.inFlight === null && this.chunks.length === 0 &&
      this.closeWaiting === null && this.closeInFlight === null;
  }

  enqueue(chunk, size, receipt) {
    if (this.sizes !== null) {
      try {
        size = checkedSize(size);
      } catch (error) {
        this.receipts.push(receipt);
        this.fail(error);
        return;
      }
    }
    this.total += size;
    if (this.isIdle) {
      this.updateBackpressure();
      this.send(chunk, size, receipt);
      return;
    }
    this.chunks.push(chunk);
    if (this.sizes !== null) this.sizes.push(size);
    this.receipts.push(receipt);
    if (this.state === WRITABLE) this.updateBackpressure();
    this.advance();
  }

  updateBackpressure() {
    const backpressure = this.mark <= this.total;
    if (backpressure === this.backpressure) return;
    this.backpressure = backpressure;
    if (this.writer !== null) this.writer.backpressureChanged(backpressure);
  }

  // Gives the sink what is next for it.
  advance() {
    if (!this.started || this.inFlight !== null) return;
    if (this.state === ERRORING) this.finishErroring();
    else if (this.chunks.length > 0) this.writeNext();
    else if (this.closeWaiting !== null) this.closeSink();
  }

  writeNext() {
    const size = this.sizes === null ? 1 : this.sizes.shift();
    this.send(this.chunks.shift(), size, this.receipts.shift());
  }

  send(chunk, size, receipt) {
    this.inFlight = receipt;
    this.inFlightSize = size;
    this.onWritten ??= () => this.written();
    this.onWriteFailed ??= (error) => this.writeFailed(error);
    let result;
    try {
      result = this.sink.write(chunk);
    } catch (error) {
      queueMicrotask(() => this.writeFailed(error));
      return;
    }
    if (result === LATER) return;
    if (this.isAhead) queueMicrotask(() => follow(result, this.onWritten, this.onWriteFailed));
    else follow(result, this.onWritten, this.onWriteFailed);
  }

  written() {
    const receipt = this.inFlight;
    this.landed();
    receipt.resolve();
    this.proceed();
  }

  proceed() {
    if (this.state === WRITABLE && !this.isClosing) this.updateBackpressure();
    this.advance();
  }

  landed() {
    const rest = this.total - this.inFlightSize;
    this.inFlight = null;
    // Sums of fractions are not exact.
    this.total = rest < 0 ? 0 : rest;
  }

  writeFailed(error) {
    const receipt = this.inFlight;
    this.inFlight = null;
    receipt.reject(error);
    this.reject(error);
  }

  // Writes a chunk that counts 1 while nothing else is under way, and returns its promise. That is the one that
  // the engine makes for the reaction to the sink's: none has to be made and settled by hand.
  writeAlone(chunk) {
    this.inFlight = alone;
    this.inFlightSize = 1;
    this.total = 1;
    this.updateBackpressure();
    this.onWrittenAlone ??= () => this.writtenAlone();
    this.onWriteAloneFailed ??= (error) => this.writeAloneFailed(error);
    let result;
    try {
      result = this.sink.write(chunk);
    } catch (error) {
      return react(Promise.reject(error), undefined, this.onWriteAloneFailed);
    }
    if (result === LATER) {
      this.inFlight = Promise.withResolvers();
      return this.inFlight.promise;
    }
    return react(result === undefined ? settled : Promise.resolve(result), this.onWrittenAlone, this.onWriteAloneFailed);
  }

  // The chunk's promise is settled when this returns: what else scripts may hear of has to come a moment later.
  writtenAlone() {
    this.landed();
    if (this.state !== WRITABLE) {
      queueMicrotask(() => this.advance());
      return;
    }
    const isWatched = this.writer !== null && this.writer.ready !== null && !this.isClosing;
    if (this.chunks.length === 0 && !isWatched) {
      this.proceed();
      return;
    }
    this.onRoom ??= () => {
      if (this.state === WRITABLE && !this.isClosing) this.updateBackpressure();
    };
    if (isWatched) queueMicrotask(this.onRoom);
    else this.onRoom();
    this.isAhead = true;
    this.advance();
    this.isAhead = false;
  }

  writeAloneFailed(error) {
    queueMicrotask(() => {
      this.inFlight = null;
      this.reject(error);
    });
    throw error;
  }

  close() {
    if (this.state === CLOSED || this.state === ERRORED) {
      return Promise.reject(invalidState('The stream is not in a state that allows it to be closed'));
    }
    this.closeWaiting = Promise.withResolvers();
    const { promise } = this.closeWaiting;
    if (this.state === WRITABLE && this.backpressure && this.writer !== null) this.writer.backpressureChanged(false);
    this.advance();
    return promise;
  }

  closeSink() {
    const { sink } = this;
    this.closeInFlight = this.closeWaiting;
    this.closeWaiting = null;
    const closing = attempt(() => sink.close());
    react(closing, () => this.closed(), (error) => this.closeFailed(error));
  }

  closed() {
    this.closeInFlight.resolve();
    this.closeInFlight = null;
    // Too late for an error that came while the sink was closing.
    if (this.state === ERRORING) this.error = undefined;
    this.state = CLOSED;
    this.aborting?.resolve();
    this.aborting = null;
    this.finish();
  }

  closeFailed(error) {
    this.closeInFlight.reject(error);
    this.closeInFlight = null;
    this.aborting?.reject(error);
    this.aborting = null;
    this.reject(error);
  }

  // The sink's controller, or a part of the library, breaks the stream.
  fail(error) {
    if (this.state === WRITABLE) this.startErroring(error);
  }

  // A call of the sink has failed.
  reject(error) {
    if (this.state === WRITABLE) this.startErroring(error);
    else this.finishErroring();
  }

  startErroring(error) {
    this.state = ERRORING;
    this.error = error;
    if (this.writer !== null) this.writer.failReady(error);
    if (this.started && this.inFlight === null && this.closeInFlight === null) this.finishErroring();
  }

  finishErroring() {
    this.state = ERRORED;
    this.total = 0;
    this.chunks.clear();
    this.sizes?.clear();
    for (const receipt of this.receipts.takeAll()) receipt.reject(this.error);
    const { aborting, sink } = this;
    this.aborting = null;
    if (aborting === null || aborting.wasErroring) {
        aborting?.reject(this.error);
      this.finish();
      return;
    }
    const aborted = attempt(() => sink.abort(aborting.reason));
    react(aborted, () => {
      aborting.resolve();
      this.finish();
    }, (error) => {
      aborting.reject(error);
      this.finish();
    });
  }

  abort(reason) {
    if (this.state === CLOSED || this.state === ERRORED) return Promise.resolve();
    const { signal } = this;
    if (!signal.aborted) this.abortController.abort(reason);
    // A listener may have done anything.
    if (this.state === CLOSED || this.state === ERRORED) return Promise.resolve();
    if (this.aborting !== null) return this.aborting.promise;
    const { promise, resolve, reject } = Promise.withResolvers();
    const wasErroring = this.state === ERRORING;
    this.aborting = { promise, resolve, reject, reason: wasErroring ? undefined : reason, wasErroring };
    if (!wasErroring) this.startErroring(reason);
    return promise;
  }

  // Closed, or broken for good: whoever waits for the end hears of it.
  finish() {
    // What it holds can be collected.
    this.sink = null;
    this.isOver = true;
    if (this.closeWaiting !== null) {
      this.closeWaiting.reject(this.error);
      this.closeWaiting = null;
    }
    if (this.watch !== null) this.settle(this.watch);
    if (this.writer !== null) this.writer.onOver();
  }

  settle(deferred) {
    if (this.state === CLOSED) deferred.resolve();
    else deferred.reject(this.error);
  }

  // A promise for the end of the stream, whoever writes to it.
  closedPromise() {
    if (this.watch === null) {
      this.watch = quietDeferred();
      if (this.isOver) this.settle(this.watch);
    }
    return this.watch;
  }
}

module.exports = { WRITABLE, CLOSED, ERRORING, ERRORED, WritableCore };
