// How a stream comes to life (_construct) and ends (_destroy, 'error', 'close'). A stream has one
// or two states, one for each side; what is said here of a state goes for both.
'use strict';

const { AbortError, aggregateTwoErrors, codes } = require('internal/errors');
const {
  AUTO_DESTROY,
  CLOSED,
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  EMIT_CLOSE,
  ERRORED,
  ERROR_EMITTED,
  recordError,
} = require('internal/streams/state');

// A state's method of this name runs when the stream's _construct is done.
const kOnConstructed = Symbol('kOnConstructed');
// What destroy() left to be done until then: { error, callback }.
const kPendingDestroy = Symbol('kPendingDestroy');
// Marks a stream of a foreign kind that destroyer() has dealt with.
const kIsDestroyed = Symbol.for('nodejs.stream.destroyed');

// The flags of both sides together.
function bitsOf(stream) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  return (readable ? readable.bits : 0) | (writable ? writable.bits : 0);
}

function setBits(stream, bits) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (readable) readable.bits |= bits;
  if (writable) writable.bits |= bits;
}

function clearBits(stream, bits) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  if (readable) readable.bits &= ~bits;
  if (writable) writable.bits &= ~bits;
}

function recordErrorOnBoth(stream, error) {
  if (stream._writableState) recordError(stream._writableState, error);
  if (stream._readableState) recordError(stream._readableState, error);
}

// The method `destroy` of every stream.
function destroy(error, callback) {
  const bits = bitsOf(this);
  if ((bits & DESTROYED) !== 0) {
    if (typeof callback === 'function') callback();
    return this;
  }
  if (error) recordErrorOnBoth(this, error);
  setBits(this, DESTROYED);
  if ((bits & CONSTRUCTED) !== 0) callDestroy(this, error, callback);
  else this[kPendingDestroy] = { error, callback };
  return this;
}

// The method `_destroy`, unless a stream has its own.
function _destroy(error, callback) {
  callback(error);
}

function callDestroy(stream, error, callback) {
  if (stream._destroy === _destroy) {
    // It would only call back.
    closed(stream, error || null, callback);
    return;
  }
  let isOpen = true;
  const close = (failure) => {
    if (isOpen) {
      isOpen = false;
      closed(stream, failure, callback);
    }
  };
  try {
    stream._destroy(error || null, close);
  } catch (thrown) {
    close(thrown);
  }
}

function closed(stream, error, callback) {
  if (error) recordErrorOnBoth(stream, error);
  setBits(stream, CLOSED);
  if (typeof callback === 'function') callback(error);
  process.nextTick(emitLast, stream, error);
}

// The last events of a stream, in one tick.
function emitLast(stream, error) {
  if (error) emitError(stream, error);
  setBits(stream, CLOSE_EMITTED);
  if ((bitsOf(stream) & EMIT_CLOSE) !== 0) stream.emit('close');
}

function emitError(stream, error) {
  if ((bitsOf(stream) & ERROR_EMITTED) !== 0) return;
  setBits(stream, ERROR_EMITTED);
  stream.emit('error', error);
}

// Called when one side is over: if the other is too, or was never there, that was the stream.
function destroyIfOver(stream, side, other) {
  if ((side.bits & AUTO_DESTROY) === 0) return;
  if (!other || (other.autoDestroy && isOver(stream, other))) stream.destroy();
}

// What packages, and Duplex with its options, say of a side by hand counts as well.
function isOver(stream, side) {
  if (side === stream._writableState) return side.finished || side.writable === false;
  return side.endEmitted || side.readable === false;
}

// The method `_undestroy`: makes a destroyed stream as good as new.
function undestroy() {
  const readable = this._readableState;
  const writable = this._writableState;
  clearBits(this, CLOSED | CLOSE_EMITTED | DESTROYED | ERRORED | ERROR_EMITTED);
  setBits(this, CONSTRUCTED);
  if (readable) {
    readable.reading = false;
    readable.ended = readable.endEmitted = readable.readable === false;
  }
  if (writable) {
    writable.finalCalled = writable.prefinished = false;
    writable.ended = writable.ending = writable.finished = writable.writable === false;
  }
}

// Reports an error of the stream itself. `later`: not before the next tick, as the caller is still
// inside a call of the user's.
function errorOrDestroy(stream, error, later) {
  const bits = bitsOf(stream);
  if ((bits & DESTROYED) !== 0) return;
  if ((bits & AUTO_DESTROY) !== 0) {
    stream.destroy(error);
  } else if (error) {
    recordErrorOnBoth(stream, error);
    if (later) process.nextTick(emitError, stream, error);
    else emitError(stream, error);
  }
}

// What streams of all kinds may be given as options.
function takeCommonOptions(stream, options) {
  if (typeof options.destroy === 'function') stream._destroy = options.destroy;
  if (typeof options.construct === 'function') stream._construct = options.construct;
  if (options.signal) {
    require('internal/streams/add_abort_signal').addAbortSignalNoValidate(options.signal, stream);
  }
}

// Starts _construct, if the stream has one, in the next tick; until it is done nothing is read,
// written or destroyed.
function construct(stream) {
  if (typeof stream._construct !== 'function') return;
  clearBits(stream, CONSTRUCTED);
  process.nextTick(callConstruct, stream);
}

function callConstruct(stream) {
  let called = false;

  function onConstruct(error) {
    if (called) {
      errorOrDestroy(stream, error ?? new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    constructed(stream, error);
  }

  try {
    stream._construct((error) => process.nextTick(onConstruct, error));
  } catch (thrown) {
    process.nextTick(onConstruct, thrown);
  }
}

function constructed(stream, error) {
  setBits(stream, CONSTRUCTED);
  if ((bitsOf(stream) & DESTROYED) !== 0) {
    // One that was destroyed before the construction began is closed already.
    const pending = stream[kPendingDestroy];
    if (pending === undefined) return;
    callDestroy(stream, aggregateTwoErrors(error, pending.error), pending.callback);
  } else if (error) {
    errorOrDestroy(stream, error, true);
  } else {
    stream._readableState?.[kOnConstructed](stream);
    stream._writableState?.[kOnConstructed](stream);
  }
}

// An http.ClientRequest, also of the older kinds that packages make.
function isRequest(stream) {
  return Boolean(stream?.setHeader) && typeof stream.abort === 'function';
}

// Destroys a stream of any kind. Without an error, one that is not finished is aborted.
function destroyer(stream, error) {
  const { isDestroyed, isFinished } = require('internal/streams/predicates');
  if (!stream || isDestroyed(stream)) return;
  breakOff(stream, error || isFinished(stream) ? error : new AbortError());
  if (!stream.destroyed) stream[kIsDestroyed] = true;
}

// By the first of the ways to end it that the stream knows.
function breakOff(stream, error) {
  const { isServerRequest } = require('internal/streams/predicates');
  if (isServerRequest(stream)) {
    // The connection outlives the request.
    stream.socket = null;
    stream.destroy(error);
    return;
  }
  const request = isRequest(stream) ? stream : stream.req;
  if (isRequest(request)) request.abort();
  else if (typeof stream.destroy === 'function') stream.destroy(error);
  else if (typeof stream.close === 'function') stream.close();
  else process.nextTick(error ? emitForeignError : emitForeignClose, stream, error);
}

function emitForeignError(stream, error) {
  stream.emit('error', error);
  process.nextTick(emitForeignClose, stream);
}

function emitForeignClose(stream) {
  stream.emit('close');
}

// The method `Symbol.asyncDispose`: destroys the stream, with `error` if that is an interruption, and
// waits until it is closed. An error that `isOwn` tells to be from here is none.
async function destroyAndWait(stream, error, isOwn) {
  if (!stream.destroyed) stream.destroy(error);
  const { eos } = require('internal/streams/end_of_stream');
  await new Promise((resolve, reject) => {
    eos(stream, (failure) => (!failure || isOwn(failure) ? resolve() : reject(failure)));
  });
}

module.exports = {
  _destroy,
  construct,
  destroy,
  destroyAndWait,
  destroyIfOver,
  destroyer,
  errorOrDestroy,
  isRequest,
  kIsDestroyed,
  kOnConstructed,
  recordErrorOnBoth,
  takeCommonOptions,
  undestroy,
};
