// ReadableStream.pipeTo() and pipeThrough().
'use strict';

const { AbortError } = require('internal/errors');
const { CLOSED, ERRORED, READABLE, ReaderCore } = require('internal/webstreams/readable_core');
const { CLOSED: TARGET_CLOSED, ERRORED: TARGET_ERRORED, WRITABLE } = require('internal/webstreams/writable_core');
const { WriterCore } = require('internal/webstreams/writer_core');
const { queueMicrotask, react } = require('internal/webstreams/outcome');
const { codes, invalidState } = require('internal/webstreams/stream_errors');
const { kValidateObjectAllowObjectsAndNull, validateObject } = require('internal/validators');

function readOptions(options) {
  validateObject(options ?? null, 'options', kValidateObjectAllowObjectsAndNull);
  const preventAbort = Boolean(options?.preventAbort);
  const preventCancel = Boolean(options?.preventCancel);
  const preventClose = Boolean(options?.preventClose);
  const signal = options?.signal;
  if (signal !== undefined) checkSignal(signal);
  return { preventAbort, preventCancel, preventClose, signal };
}

function checkSignal(signal) {
  const { AbortSignal } = require('internal/abort_controller');
  let isSignal = false;
  try {
    isSignal = signal instanceof AbortSignal && typeof signal.aborted === 'boolean';
  } catch {
    // Only its prototype is one of a signal.
  }
  if (!isSignal) throw new codes.ERR_INVALID_ARG_TYPE('options.signal', 'AbortSignal', signal);
}

// Carries chunks from a stream to another, without a promise: it is the taker of its reads, the receipt of
// its writes, and the observer of both streams.
class Pipe {
  constructor(source, target, options) {
    this.source = source;
    this.target = target;
    this.reader = new ReaderCore(source, false);
    this.writer = new WriterCore(target);
    this.options = options;
    this.deferred = Promise.withResolvers();
    this.isReading = false;
    this.isStopping = false;
    // Chunks that were read and whose write is not through.
    this.unwritten = 0;
    // Called when there are none.
    this.onAllWritten = null;
    this.value = undefined;
    this.abortListener = null;
    this.onChunk = () => this.deliver();
    this.onChange = () => this.checkEnds();
    this.reader.observer = this;
    this.writer.observer = this;
    source.disturbed = true;
  }

  begin() {
    if (this.heedSignal()) return;
    this.checkEnds();
    if (!this.isStopping) queueMicrotask(() => this.pump());
  }

  // Moves chunks for as long as there are some and the target takes them.
  pump() {
    const { reader, source, target } = this;
    while (!this.isStopping && !this.isReading && source.state === READABLE &&
           target.state === WRITABLE && !target.backpressure && !target.isClosing) {
      if (reader.hasChunk()) {
        this.unwritten++;
        this.writer.write(reader.take(), this);
      } else {
        this.isReading = true;
        reader.read(this);
      }
    }
  }

  // A chunk that had to be waited for comes out of a script's call of enqueue(): the sink is not called inside that.
  chunk(value) {
    this.unwritten++;
    this.value = value;
    const { source } = this.source;
    if (source.isTransforming) source.afterTransform = this.onChunk;
    else queueMicrotask(this.onChunk);
  }

  deliver() {
    const { value } = this;
    this.value = undefined;
    this.isReading = false;
    this.writer.write(value, this);
    this.pump();
  }

  end() {
    this.isReading = false;
  }

  fail() {
    this.isReading = false;
  }

  resolve() {
    if (--this.unwritten === 0 && this.onAllWritten !== null) this.onAllWritten();
  }

  // Why a write failed shows in the state of the target.
  reject() {
    this.resolve();
  }

  targetReady() {
    this.pump();
  }

  targetFailing() {}

  targetOver() {
    queueMicrotask(this.onChange);
  }

  sourceClosed() {
    queueMicrotask(this.onChange);
  }

  sourceFailed() {
    queueMicrotask(this.onChange);
  }

  // The first of these that holds decides what becomes of both streams.
  checkEnds() {
    const { source, target, options } = this;
    if (this.isStopping) return;
    if (source.state === ERRORED) {
      const { error } = source;
      this.stop(options.preventAbort ? null : () => target.abort(error), true, error);
    } else if (target.state === TARGET_ERRORED) {
      const { error } = target;
      this.stop(options.preventCancel ? null : () => source.cancel(error), true, error);
    } else if (source.state === CLOSED) {
      this.stop(options.preventClose ? null : () => this.closeTarget(), false, undefined);
    } else if (target.isClosing || target.state === TARGET_CLOSED) {
      const error = invalidState('Destination WritableStream is closed');
      this.stop(options.preventCancel ? null : () => source.cancel(error), true, error);
    }
  }

  closeTarget() {
    const { target } = this;
    if (target.isClosing || target.state === TARGET_CLOSED) return Promise.resolve();
    return target.state === TARGET_ERRORED ? Promise.reject(target.error) : target.close();
  }

  // Stops reading; what was read is still written. Then `action` is done, and the pipe is over when its
  // promise is settled.
  stop(action, isError, error) {
    if (this.isStopping) return;
    this.isStopping = true;
    const rest = () => {
      if (action === null) this.finish(isError, error);
      else react(action(), () => this.finish(isError, error), (failure) => this.finish(true, failure));
    };
    if (this.target.state !== WRITABLE || this.target.isClosing) rest();
    else if (this.unwritten === 0) queueMicrotask(rest);
    else this.onAllWritten = () => queueMicrotask(rest);
  }

  finish(isError, error) {
    this.onAllWritten = null;
    this.writer.observer = null;
    this.reader.observer = null;
    this.writer.release();
    this.reader.release();
    this.abortListener?.[Symbol.dispose]();
    if (isError) this.deferred.reject(error);
    else this.deferred.resolve();
  }

  // True if the pipe was aborted before it began.
  heedSignal() {
    const { signal } = this.options;
    if (signal === undefined) return false;
    if (signal.aborted) {
      this.abort(signal);
      return true;
    }
    const { addAbortListener } = require('internal/events/abort_listener');
    this.abortListener = addAbortListener(signal, () => this.abort(signal));
    return false;
  }

  abort(signal) {
    const { options, source, target } = this;
    const error = asDomError(signal.reason);
    this.stop(() => {
      const actions = [];
      if (!options.preventAbort && target.state === WRITABLE) actions.push(target.abort(error));
      if (!options.preventCancel && source.state === READABLE) actions.push(source.cancel(error));
      return all(actions);
    }, true, error);
  }
}

// An AbortError of Node's own becomes one of the web.
function asDomError(reason) {
  if (!(reason instanceof AbortError)) return reason;
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(reason.message, 'AbortError');
}

// Settled when all promises are fulfilled or one is rejected.
function all(promises) {
  const { promise, resolve, reject } = Promise.withResolvers();
  let waiting = promises.length;
  if (waiting === 0) resolve();
  for (const one of promises) {
    react(one, () => {
      if (--waiting === 0) resolve();
    }, reject);
  }
  return promise;
}

function pipeTo(source, target, options) {
  const pipe = new Pipe(source, target, options);
  pipe.begin();
  return pipe.deferred.promise;
}

module.exports = { pipeTo, readOptions };
