// stream.finished(): calls back when a stream is no longer readable or writable, or has failed.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateObject } = require('internal/validators');
const { isRequest } = require('internal/streams/destroy');
const {
  isClosed,
  isNodeStream,
  isReadable,
  isReadableErrored,
  isReadableFinished,
  isReadableNodeStream,
  isReadableStream,
  isWritable,
  isWritableErrored,
  isWritableFinished,
  isWritableNodeStream,
  isWritableStream,
  kIsClosedPromise,
  willEmitClose,
} = require('internal/streams/predicates');

// An option for our own use: what is known already is told at once, not in the next tick.
const kEosNodeSynchronousCallback = Symbol('kEosNodeSynchronousCallback');

const taskQueue = binding('task_queue');
const noOptions = Object.freeze({ __proto__: null });

function nop() {}

function eos(stream, options, callback) {
  if (arguments.length === 2) {
    callback = options;
    options = noOptions;
  } else if (options == null) {
    options = noOptions;
  } else {
    validateObject(options, 'options');
  }
  validateFunction(callback, 'callback');
  validateAbortSignal(options.signal, 'options.signal');

  if (isReadableStream(stream) || isWritableStream(stream)) {
    return watchWebStream(stream, options, callback);
  }
  if (!isNodeStream(stream)) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return new Watch(stream, options, callback).start(options);
}

// One call of finished(): what it waits for, and its listeners.
class Watch {
  constructor(stream, options, callback) {
    this.stream = stream;
    this.callback = callback;
    // AsyncLocalStorage: the callback is called where finished() was, not where the stream is.
    this.asyncContext = taskQueue.getAsyncContext();
    this.listeners = [];
    this.abortListener = null;
    // The sides that have to end.
    this.readable = options.readable ?? isReadableNodeStream(stream);
    this.writable = options.writable ?? isWritableNodeStream(stream);
    this.readableFinished = isReadableFinished(stream, false);
    this.writableFinished = isWritableFinished(stream, false);
    // Then 'close' is what we wait for; else the ends of the sides.
    this.willEmitClose = willEmitClose(stream) &&
      isReadableNodeStream(stream) === this.readable &&
      isWritableNodeStream(stream) === this.writable;
  }

  start(options) {
    const { signal } = options;
    if (this.isOver()) {
      if (options.error !== false) this.listen(this.stream, 'error', nop);
      const error = this.closed ? this.closeError() : this.streamError();
      this.finishSoon(options, () => this.done(error));
    } else if (signal?.aborted) {
      this.finishSoon(options, () => this.abort(signal));
    } else {
      this.listenToAll(options);
      if (signal) {
        const { addAbortListener } = require('internal/events/abort_listener');
        this.abortListener = addAbortListener(signal, () => this.abort(signal));
      }
    }
    const cleanup = () => this.cleanup();
    return cleanup;
  }

  finishSoon(options, finish) {
    if (options[kEosNodeSynchronousCallback]) finish();
    else process.nextTick(finish);
  }

  // Whether no event that we could wait for will come.
  isOver() {
    const { stream, readable, writable, willEmitClose } = this;
    this.closed = isClosed(stream);
    if (this.closed) return true;
    if (stream._writableState?.errorEmitted || stream._readableState?.errorEmitted) {
      return !willEmitClose;
    }
    if (!readable && (!willEmitClose || isReadable(stream)) &&
        (this.writableFinished || isWritable(stream) === false) &&
        !stream._writableState?.pendingcb) {
      return true;
    }
    if (!writable && (!willEmitClose || isWritable(stream)) &&
        (this.readableFinished || isReadable(stream) === false)) {
      return true;
    }
    return Boolean(stream._readableState && stream.req && stream.aborted);
  }

  listen(emitter, event, listener) {
    this.listeners.push([emitter, event, listener]);
    emitter.on(event, listener);
  }

  listenToAll(options) {
    const { stream } = this;
    const onFinish = () => this.onFinish();
    const onClose = () => this.done(this.closeError());
    if (isRequest(stream)) {
      this.listen(stream, 'complete', onFinish);
      if (!this.willEmitClose) this.listen(stream, 'abort', onClose);
      if (stream.req) this.listen(stream.req, 'finish', onFinish);
      else this.listen(stream, 'request', () => this.listen(stream.req, 'finish', onFinish));
    } else if (this.writable && !stream._writableState) {
      // A stream of old has no 'finish'.
      const onLegacyFinish = () => {
        if (!stream.writable) this.onFinish();
      };
      this.listen(stream, 'end', onLegacyFinish);
      this.listen(stream, 'close', onLegacyFinish);
    }
    // http has 'aborted' instead of 'close'.
    if (!this.willEmitClose && typeof stream.aborted === 'boolean') {
      this.listen(stream, 'aborted', onClose);
    }
    this.listen(stream, 'end', () => this.onEnd());
    this.listen(stream, 'finish', onFinish);
    if (options.error !== false) this.listen(stream, 'error', (error) => this.done(error));
    this.listen(stream, 'close', onClose);
  }

  onFinish() {
    const { stream } = this;
    this.writableFinished = true;
    // It was destroyed while finishing: 'close' may have been emitted by hand already.
    if (stream.destroyed) this.willEmitClose = false;
    if (this.willEmitClose && (!stream.writable || this.readable)) return;
    if (!this.readable || this.readableFinished) this.done();
  }

  onEnd() {
    const { stream } = this;
    this.readableFinished = true;
    if (stream.destroyed) this.willEmitClose = false;
    if (this.willEmitClose && (!stream.readable || this.writable)) return;
    if (!this.writable || this.writableFinished) this.done();
  }

  streamError() {
    const error = isWritableErrored(this.stream) || isReadableErrored(this.stream);
    return error && typeof error !== 'boolean' ? error : undefined;
  }

  // The error of a stream that is closed: its own, or that it closed too early.
  closeError() {
    const error = this.streamError();
    if (error !== undefined) return error;
    const { stream } = this;
    if (this.readable && !this.readableFinished && isReadableNodeStream(stream, true) &&
        !isReadableFinished(stream, false)) {
      return new codes.ERR_STREAM_PREMATURE_CLOSE();
    }
    if (this.writable && !this.writableFinished && !isWritableFinished(stream, false)) {
      return new codes.ERR_STREAM_PREMATURE_CLOSE();
    }
    return undefined;
  }

  // Listeners stay: a late 'error' event must not crash the program.
  done(error) {
    const { callback } = this;
    if (callback === null) return;
    this.callback = null;
    this.stopListeningToSignal();
    if (this.asyncContext === undefined) this.call(callback, error);
    else this.callInContext(callback, error);
  }

  call(callback, error) {
    if (error === undefined) callback.call(this.stream);
    else callback.call(this.stream, error);
  }

  callInContext(callback, error) {
    const current = taskQueue.getAsyncContext();
    taskQueue.setAsyncContext(this.asyncContext);
    try {
      this.call(callback, error);
    } finally {
      taskQueue.setAsyncContext(current);
    }
  }

  abort(signal) {
    const { callback } = this;
    this.cleanup();
    this.callback = callback;
    this.done(new AbortError(undefined, { cause: signal.reason }));
  }

  stopListeningToSignal() {
    this.abortListener?.[Symbol.dispose]();
    this.abortListener = null;
  }

  cleanup() {
    this.callback = null;
    this.stopListeningToSignal();
    for (const [emitter, event, listener] of this.listeners) {
      emitter.removeListener(event, listener);
    }
    this.listeners.length = 0;
  }
}

function watchWebStream(stream, options, callback) {
  let called = false;
  let abortListener = null;

  function done(...args) {
    if (called) return;
    called = true;
    abortListener?.[Symbol.dispose]();
    process.nextTick(() => callback.apply(stream, args));
  }

  const { signal } = options;
  if (signal) {
    const abort = () => done(new AbortError(undefined, { cause: signal.reason }));
    if (signal.aborted) {
      process.nextTick(abort);
    } else {
      const { addAbortListener } = require('internal/events/abort_listener');
      abortListener = addAbortListener(signal, abort);
    }
  }
  stream[kIsClosedPromise].promise.then(() => done(), done);
  return nop;
}

// finished() as a promise.
function finished(stream, options) {
  options ??= noOptions;
  const cleanUp = Boolean(options.cleanup);
  if (options.cleanup !== undefined) {
    require('internal/validators').validateBoolean(options.cleanup, 'cleanup');
  }
  return new Promise((resolve, reject) => {
    const cleanup = eos(stream, options, (error) => {
      if (cleanUp) cleanup();
      if (error) reject(error);
      else resolve();
    });
  });
}

module.exports = { eos, finished, kEosNodeSynchronousCallback };
