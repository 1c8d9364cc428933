// stream.finished(): tells when the sides of a stream are through, or that they will never be.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateObject } = require('internal/validators');
const { cells, getAsyncContext, kAsyncContext } = require('internal/task_queue');
const { isRequest } = require('internal/streams/destroy');
const {
  BOTH_SIDES,
  READ_SIDE,
  WEB_PAIR,
  WEB_STREAM,
  WRITE_SIDE,
  nodeKindOf,
  webKindOf,
} = require('internal/streams/kind');
const {
  isClosed,
  isReadable,
  isReadableFinished,
  isWritable,
  isWritableFinished,
  willEmitClose,
} = require('internal/streams/predicates');

// Web streams keep a promise here, { promise }, that settles when they are closed.
const kIsClosedPromise = Symbol.for('nodejs.webstream.isClosedPromise');

const noOptions = Object.freeze({ __proto__: null });

// finished() with a callback. The result is a function that ends the watch.
function eos(stream, options, callback) {
  if (arguments.length === 2) {
    callback = options;
    options = undefined;
  } else if (options != null) {
    validateObject(options, 'options');
  }
  options ??= noOptions;
  validateFunction(callback, 'callback');
  validateAbortSignal(options.signal, 'options.signal');

  const kind = nodeKindOf(stream) || (webKindOf(stream) & ~WEB_PAIR);
  if (kind === 0) {
    throw new codes.ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  const report = new Report(stream, callback);
  if (kind & WEB_STREAM) return watchWebStream(report, options.signal);
  const watch = new Watch(report, kind, options);
  watch.start(options);
  return () => watch.end(undefined);
}

// The one call of the callback. It runs in the async context of the call of finished(), if that has
// one: the stream's events come from wherever the stream is driven.
class Report {
  constructor(stream, callback) {
    this.stream = stream;
    this.callback = callback;
    this.context = cells[kAsyncContext] === 0 ? undefined : getAsyncContext();
    this.abortListener = undefined;
  }

  make(args) {
    const { callback } = this;
    if (callback === undefined) return;
    this.cancel();
    if (this.context === undefined) {
      Reflect.apply(callback, this.stream, args);
    } else {
      require('internal/async_local_storage').runIn(this.context, callback, this.stream, args);
    }
  }

  cancel() {
    this.callback = undefined;
    if (this.abortListener === undefined) return;
    this.abortListener[Symbol.dispose]();
    this.abortListener = undefined;
  }

  // Calls `onAbort(error)` when the signal is aborted, in the next tick if it is already.
  heed(signal, onAbort) {
    const abort = () => {
      if (this.callback !== undefined) onAbort(new AbortError(undefined, { cause: signal.reason }));
    };
    if (signal.aborted) {
      process.nextTick(abort);
    } else {
      this.abortListener = require('internal/events/abort_listener').addAbortListener(signal, abort);
    }
  }
}

// Waits for the sides that were asked for.
class Watch {
  constructor(report, kind, options) {
    const { stream } = report;
    const sides = kind & BOTH_SIDES;
    this.report = report;
    this.stream = stream;
    this.wanted = chosen(options.readable, sides & READ_SIDE, READ_SIDE) |
      chosen(options.writable, sides & WRITE_SIDE, WRITE_SIDE);
    // The sides among them that are not through.
    this.open = this.wanted;
    if (isReadableFinished(stream, true, kind)) this.open &= ~READ_SIDE;
    if (isWritableFinished(stream, true, kind)) this.open &= ~WRITE_SIDE;
    // Whether good news waits for 'close'. A watch of one side of two does not wait for the other.
    this.untilClose = this.wanted === sides && Boolean(willEmitClose(stream));
    // Emitter, event and listener in turn.
    this.listeners = [];
  }

  on(emitter, event, listener) {
    emitter.on(event, listener);
    this.listeners.push(emitter, event, listener);
  }

  // If it is all over already, what there is to tell is told in the next tick, so that the caller
  // has the function that ends the watch; an error that comes later is of no interest.
  start({ signal, error }) {
    const news = this.lookBack();
    if (news !== undefined) {
      if (error !== false) this.on(this.stream, 'error', ignore);
      process.nextTick(() => this.report.make(news));
      return;
    }
    if (signal) {
      this.report.heed(signal, (reason) => this.end(reason));
      if (signal.aborted) return;
    }
    if (error !== false) this.on(this.stream, 'error', (reason) => this.report.make([reason]));
    this.listen();
  }

  listen() {
    const { stream } = this;
    const onFinish = () => this.sideIsThrough(WRITE_SIDE);
    const onEnd = () => this.sideIsThrough(READ_SIDE);
    const onClose = () => this.report.make(this.newsAtClose());
    if (isRequest(stream)) {
      this.on(stream, 'complete', onFinish);
      this.on(stream, 'abort', onClose);
      if (stream.req) this.on(stream.req, 'finish', onFinish);
      else this.on(stream, 'request', () => this.on(stream.req, 'finish', onFinish));
    } else if ((this.wanted & WRITE_SIDE) !== 0 && !stream._writableState) {
      // The oldest streams have no 'finish'.
      const onOldEnd = () => {
        if (!stream.writable) onFinish();
      };
      this.on(stream, 'end', onOldEnd);
      this.on(stream, 'close', onOldEnd);
    }
    // Not all that emit 'aborted' emit 'close'.
    if (typeof stream.aborted === 'boolean') this.on(stream, 'aborted', onClose);
    this.on(stream, 'end', onEnd);
    this.on(stream, 'finish', onFinish);
    this.on(stream, 'close', onClose);
  }

  // The news of what happened before the watch began: undefined if it is not over.
  lookBack() {
    const { stream } = this;
    if (isClosed(stream)) return this.newsAtClose();
    const hasFailed = stream._writableState?.errorEmitted || stream._readableState?.errorEmitted;
    const isOver = hasFailed ? !this.untilClose : this.isOnlySideOver();
    return isOver ? newsOf(errorOf(stream)) : undefined;
  }

  // Whether at most one side was asked for, and is over. If 'close' is to come that is awaited,
  // unless the other side keeps the stream open.
  isOnlySideOver() {
    const { stream, wanted, untilClose } = this;
    if ((wanted & READ_SIDE) === 0 && (!untilClose || isReadable(stream)) && isWritingOver(stream)) return true;
    return (wanted & WRITE_SIDE) === 0 && (!untilClose || isWritable(stream)) && isReadingOver(stream);
  }

  sideIsThrough(side) {
    this.open &= ~side;
    // Streams of packages that set `destroyed` by hand may not emit 'close'.
    if (this.stream.destroyed) this.untilClose = false;
    if (!this.untilClose && this.open === 0) this.report.make([]);
  }

  // 'close' is too early for sides that are not through.
  newsAtClose() {
    const { stream, open } = this;
    const error = errorOf(stream);
    if (error) return [error];
    const isEarly = ((open & READ_SIDE) !== 0 && canBeRead(stream) && !isReadableFinished(stream, true)) ||
      ((open & WRITE_SIDE) !== 0 && !isWritableFinished(stream, true));
    return newsOf(isEarly ? new codes.ERR_STREAM_PREMATURE_CLOSE() : undefined);
  }

  // Ends the watch before its time; with an error, that is the news.
  end(error) {
    const { listeners } = this;
    for (let i = 0; i < listeners.length; i += 3) {
      listeners[i].removeListener(listeners[i + 1], listeners[i + 2]);
    }
    listeners.length = 0;
    if (error) this.report.make([error]);
    else this.report.cancel();
  }
}

// The arguments of the callback: without an error there are none at all.
function newsOf(error) {
  return error ? [error] : [];
}

function ignore() {}

function isReadingOver(stream) {
  return isReadableFinished(stream, true) || isReadable(stream) === false;
}

// Callbacks of writes may be due though nothing more can be written.
function isWritingOver(stream) {
  return !stream._writableState?.pendingcb && (isWritableFinished(stream, true) || isWritable(stream) === false);
}

// A side is watched as the option says, or else if it is there.
function chosen(option, isThere, side) {
  return (option ?? isThere) ? side : 0;
}

// One that can only be piped has nothing that could be missed.
function canBeRead(stream) {
  return (nodeKindOf(stream) & READ_SIDE) !== 0 &&
    typeof stream.pause === 'function' && typeof stream.resume === 'function';
}

// The error of the stream, if it says which.
function errorOf(stream) {
  const error = stream.writableErrored || stream._writableState?.errored ||
    stream.readableErrored || stream._readableState?.errored;
  return typeof error === 'boolean' ? undefined : error;
}

function watchWebStream(report, signal) {
  const tell = (args) => process.nextTick(() => report.make(args));
  if (signal) report.heed(signal, (error) => tell([error]));
  report.stream[kIsClosedPromise].promise.then(() => tell([]), (error) => tell([error]));
  return ignore;
}

module.exports = { eos };
