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
  kErroredValue,
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

// The first error stays the stream's error.
function recordError(state, error) {
  if (state && (state.bits & ERRORED) === 0) {
    state[kErroredValue] = error;
    state.bits |= ERRORED;
  }
}

function recordErrorOnBoth(stream, error) {
  recordError(stream._writableState, error);
  recordError(stream._readableState, error);
}

// The method `destroy` of every stream.
function destroy(error, callback) {
  const state = this._writableState || this._readableState;
  if ((bitsOf(this) & DESTROYED) !== 0) {
    if (typeof callback === 'function') callback();
    return this;
  }
  if (error) recordErrorOnBoth(this, error);
  setBits(this, DESTROYED);
  if ((state.bits & CONSTRUCTED) === 0) this[kPendingDestroy] = { error, callback };
  else callDestroy(this, error, callback);
  return this;
}

function callDestroy(stream, error, callback) {
  let called = false;

  function onDestroy(error) {
    if (called) return;
    called = true;
    if (error) recordErrorOnBoth(stream, error);
    setBits(stream, CLOSED);
    if (typeof callback === 'function') callback(error);
    if (error) process.nextTick(emitErrorAndClose, stream, error);
    else process.nextTick(emitClose, stream);
  }

  try {
    stream._destroy(error || null, onDestroy);
  } catch (thrown) {
    onDestroy(thrown);
  }
}

function emitErrorAndClose(stream, error) {
  emitError(stream, error);
  emitClose(stream);
}

function emitClose(stream) {
  setBits(stream, CLOSE_EMITTED);
  if ((bitsOf(stream) & EMIT_CLOSE) !== 0) stream.emit('close');
}

function emitError(stream, error) {
  if ((bitsOf(stream) & ERROR_EMITTED) !== 0) return;
  setBits(stream, ERROR_EMITTED);
  stream.emit('error', error);
}

// The method `_undestroy`: makes a destroyed stream as good as new.
function undestroy() {
  const readable = this._readableState;
  const writable = this._writableState;
  clearBits(this, CLOSED | CLOSE_EMITTED | DESTROYED | ERRORED | ERROR_EMITTED);
  setBits(this, CONSTRUCTED);
  if (readable) {
    readable.reading = false;
    readable.ended = readable.readable === false;
    readable.endEmitted = readable.readable === false;
  }
  if (writable) {
    const never = writable.writable === false;
    writable.finalCalled = false;
    writable.prefinished = false;
    writable.ended = never;
    writable.ending = never;
    writable.finished = never;
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

  try {
    stream._construct((error) => process.nextTick(onConstruct, error));
  } catch (thrown) {
    process.nextTick(onConstruct, thrown);
  }
}

// An http.ClientRequest, also of the older kinds that packages make.
function isRequest(stream) {
  return Boolean(stream?.setHeader) && typeof stream.abort === 'function';
}

// Destroys a stream of any kind. Without an error, one that is not finished is aborted.
function destroyer(stream, error) {
  const { isDestroyed, isFinished, isServerRequest } = require('internal/streams/predicates');
  if (!stream || isDestroyed(stream)) return;
  if (!error && !isFinished(stream)) error = new AbortError();

  if (isServerRequest(stream)) {
    stream.socket = null;
    stream.destroy(error);
  } else if (isRequest(stream)) {
    stream.abort();
  } else if (isRequest(stream.req)) {
    stream.req.abort();
  } else if (typeof stream.destroy === 'function') {
    stream.destroy(error);
  } else if (typeof stream.close === 'function') {
    stream.close();
  } else if (error) {
    process.nextTick(emitLegacyErrorAndClose, stream, error);
  } else {
    process.nextTick(emitLegacyClose, stream);
  }
  if (!stream.destroyed) stream[kIsDestroyed] = true;
}

function emitLegacyErrorAndClose(stream, error) {
  stream.emit('error', error);
  process.nextTick(emitLegacyClose, stream);
}

function emitLegacyClose(stream) {
  stream.emit('close');
}

module.exports = {
  bitsOf,
  construct,
  destroy,
  destroyer,
  errorOrDestroy,
  isRequest,
  kIsDestroyed,
  kOnConstructed,
  recordError,
  undestroy,
};
