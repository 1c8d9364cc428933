// When a readable stream tells its consumer of data: the 'readable' event, and the switch between
// flowing ('data' events by themselves) and paused.
'use strict';

const EventEmitter = require('events');
const { Stream } = require('internal/streams/legacy');
const { repeatLastTick } = require('internal/task_queue');
const { DESTROYED, ERRORED } = require('internal/streams/state');
const {
  CAPTURES,
  DATA_LISTENING,
  EMITTED_READABLE,
  ENDED,
  END_EMITTED,
  END_UNANNOUNCED,
  FLOWING,
  HAS_FLOWING,
  HAS_PAUSED,
  MULTI_AWAIT_DRAIN,
  NEED_READABLE,
  PAUSED,
  READABLE_LISTENING,
  READING,
  RESUME_SCHEDULED,
} = require('internal/streams/readable_bits');

const { emit } = EventEmitter.prototype;
// The emitters' property that says whether the promises that listeners return are watched.
const kCapture = Object.getOwnPropertySymbols(EventEmitter.prototype)
  .find((symbol) => symbol.description === 'kCapture');

// Called once an emitter is made, as that is when it is decided.
function noteCapture(stream) {
  if (stream[kCapture] !== false) stream._readableState.bits |= CAPTURES;
}
const RESUMING_MASK = RESUME_SCHEDULED | HAS_PAUSED | PAUSED;
const RESUMING = RESUME_SCHEDULED | HAS_PAUSED;

// stream.emit('data', chunk), without the way through emit() if it would do nothing but call one
// function. A pipe's own needs no receiver, and is known without a look at what it is.
function emitData(stream, state, chunk) {
  const listener = stream._events.data;
  if (stream.emit !== emit || (state.bits & CAPTURES) !== 0) stream.emit('data', chunk);
  else if (listener === state.pipeListener) listener(chunk);
  else if (typeof listener === 'function') listener.call(stream, chunk);
  else if (listener !== undefined) stream.emit('data', chunk);
}

// Data moves on, so whoever was to drain first no longer counts.
function forgetDrains(state) {
  if (state.awaitDrainWriters === null) return;
  if ((state.bits & MULTI_AWAIT_DRAIN) !== 0) state.awaitDrainWriters.clear();
  else state.awaitDrainWriters = null;
}

// Emits 'readable' in the next tick, once for all that comes until then.
function announceReadable(stream, state) {
  const bits = state.bits & ~(NEED_READABLE | END_UNANNOUNCED);
  state.bits = bits | EMITTED_READABLE;
  if ((bits & EMITTED_READABLE) !== 0 || repeatLastTick(tellReadableLater, stream)) return;
  process.nextTick(tellReadableLater, stream, 1);
}

// `count` ticks in a row. A source that answers at once has one scheduled for each chunk, and nearly
// all find nothing to do.
function tellReadableLater(stream, count) {
  const state = stream._readableState;
  do {
    tellReadable(stream, state);
  } while (--count > 0 && couldTellAgain(state));
}

// Whether telling once more, right after the last time, could be noticed.
function couldTellAgain(state) {
  const bits = state.bits;
  if ((bits & FLOWING) !== 0) return (bits & (READING | ENDED)) === 0;
  return (bits & READABLE_LISTENING) !== 0 && (state.length > 0 || (bits & ENDED) !== 0);
}

function tellReadable(stream, state) {
  if ((state.bits & (DESTROYED | ERRORED)) === 0 &&
      (state.length > 0 || (state.bits & ENDED) !== 0)) {
    stream.emit('readable');
    state.bits &= ~EMITTED_READABLE;
  }
  // Listeners that left a part, or got all there was, are told when there is more.
  if (state.length <= state.highWaterMark && (state.bits & (FLOWING | ENDED)) === 0) {
    state.bits |= NEED_READABLE;
  }
  flow(stream, state);
}

function flow(stream, state) {
  while ((state.bits & FLOWING) !== 0 && stream.read() !== null);
}

function isPaused() {
  const state = this._readableState;
  return (state.bits & PAUSED) !== 0 || isStopped(state);
}

function resume() {
  const state = this._readableState;
  const bits = state.bits;
  if ((bits & DESTROYED) !== 0) return this;
  state.bits = (bits | HAS_PAUSED) & ~PAUSED;
  if ((bits & FLOWING) === 0) {
    // A listener of 'readable' keeps the stream from flowing by itself.
    state.bits |= (bits & READABLE_LISTENING) !== 0 ? HAS_FLOWING : HAS_FLOWING | FLOWING;
    if ((bits & RESUME_SCHEDULED) === 0) {
      state.bits |= RESUME_SCHEDULED;
      process.nextTick(resumeNow, this, state);
    }
  }
  return this;
}

function resumeNow(stream, state) {
  readUnlessAsked(stream, state);
  state.bits &= ~RESUME_SCHEDULED;
  stream.emit('resume');
  flow(stream, state);
  if ((state.bits & FLOWING) !== 0) readUnlessAsked(stream, state);
}

function readUnlessAsked(stream, state) {
  if ((state.bits & READING) === 0) stream.read(0);
}

function pause() {
  const state = this._readableState;
  if ((state.bits & DESTROYED) !== 0) return this;
  if (!isStopped(state)) {
    state.bits = (state.bits | HAS_FLOWING) & ~FLOWING;
    this.emit('pause');
  }
  state.bits |= HAS_PAUSED | PAUSED;
  return this;
}

// Not to flow was decided.
function isStopped(state) {
  return (state.bits & (HAS_FLOWING | FLOWING)) === HAS_FLOWING;
}

// A listener of 'data' starts the flow, one of 'readable' stops it.
function on(event, listener) {
  const result = Stream.prototype.on.call(this, event, listener);
  if (event === 'data') dataWanted(this, this._readableState);
  else if (event === 'readable') readableWanted(this, this._readableState);
  return result;
}

function dataWanted(stream, state) {
  state.bits |= DATA_LISTENING;
  if (stream.listenerCount('readable') > 0) state.bits |= READABLE_LISTENING;
  // One that was paused by hand stays so.
  if (!isStopped(state)) stream.resume();
}

function readableWanted(stream, state) {
  const bits = state.bits;
  if ((bits & (END_EMITTED | READABLE_LISTENING)) !== 0) return;
  state.bits = (bits & ~(FLOWING | EMITTED_READABLE)) |
    READABLE_LISTENING | NEED_READABLE | HAS_FLOWING;
  if (state.length > 0 || (bits & END_UNANNOUNCED) !== 0) announceReadable(stream, state);
  if (state.length === 0 && (bits & READING) === 0) process.nextTick(startReading, stream);
}

function startReading(stream) {
  stream.read(0);
}

function removeListener(event, listener) {
  const result = Stream.prototype.removeListener.call(this, event, listener);
  listenersGone(this, event);
  return result;
}

function removeAllListeners(event) {
  const result = Stream.prototype.removeAllListeners.apply(this, arguments);
  if (event !== 'data') listenersGone(this, event === undefined ? 'readable' : event);
  return result;
}

function listenersGone(stream, event) {
  if (event === 'readable') {
    // Later, as a listener is often removed only to be added again ('once').
    process.nextTick(lookForReadableListeners, stream);
  } else if (event === 'data' && stream.listenerCount('data') === 0) {
    stream._readableState.bits &= ~DATA_LISTENING;
  }
}

function lookForReadableListeners(stream) {
  const state = stream._readableState;
  const isTold = stream.listenerCount('readable') > 0;
  state.readableListening = isTold;
  // resume() may have been called while there still was a listener.
  if (isResuming(state)) state.flowing = true;
  else if ((state.bits & DATA_LISTENING) !== 0) stream.resume();
  else if (!isTold) state.flowing = null;
}

function isResuming(state) {
  return (state.bits & RESUMING_MASK) === RESUMING;
}

module.exports = {
  announceReadable,
  emitData,
  forgetDrains,
  isPaused,
  noteCapture,
  on,
  pause,
  removeAllListeners,
  removeListener,
  resume,
  tellReadable,
};
