// When a readable stream tells its consumer of data: the 'readable' event, and the switch between
// flowing ('data' events by themselves) and paused.
'use strict';

const EventEmitter = require('events');
const { Stream } = require('internal/streams/legacy');
const { repeatLastTick } = require('internal/task_queue');
const { DESTROYED, ERRORED, kState } = require('internal/streams/state');
const {
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
// Whether the promises that listeners return are watched.
const kCapture = Object.getOwnPropertySymbols(EventEmitter.prototype)
  .find((symbol) => symbol.description === 'kCapture');

// stream.emit('data', chunk), without the way through emit() if it would do nothing but call one
// function.
function emitData(stream, chunk) {
  const listener = stream._events.data;
  if (typeof listener === 'function' && stream.emit === emit && stream[kCapture] === false) {
    listener.call(stream, chunk);
  } else {
    stream.emit('data', chunk);
  }
}

// Data moves on, so whoever was to drain first no longer counts.
function forgetDrains(state) {
  if (state.awaitDrainWriters === null) return;
  if ((state[kState] & MULTI_AWAIT_DRAIN) !== 0) state.awaitDrainWriters.clear();
  else state.awaitDrainWriters = null;
}

// Emits 'readable' in the next tick, once for all that comes until then.
function announceReadable(stream, state) {
  const bits = state[kState] & ~(NEED_READABLE | END_UNANNOUNCED);
  state[kState] = bits | EMITTED_READABLE;
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
  const bits = state[kState];
  if ((bits & FLOWING) !== 0) return (bits & (READING | ENDED)) === 0;
  return (bits & READABLE_LISTENING) !== 0 && (state.length > 0 || (bits & ENDED) !== 0);
}

function tellReadable(stream, state) {
  if ((state[kState] & (DESTROYED | ERRORED)) === 0 &&
      (state.length > 0 || (state[kState] & ENDED) !== 0)) {
    stream.emit('readable');
    state[kState] &= ~EMITTED_READABLE;
  }
  // Listeners that left a part, or got all there was, are told when there is more.
  if (state.length <= state.highWaterMark && (state[kState] & (FLOWING | ENDED)) === 0) {
    state[kState] |= NEED_READABLE;
  }
  flow(stream, state);
}

function flow(stream, state) {
  while ((state[kState] & FLOWING) !== 0 && stream.read() !== null);
}

function isPaused() {
  const bits = this._readableState[kState];
  return (bits & PAUSED) !== 0 || (bits & (HAS_FLOWING | FLOWING)) === HAS_FLOWING;
}

function resume() {
  const state = this._readableState;
  const bits = state[kState];
  if ((bits & DESTROYED) !== 0) return this;
  state[kState] = (bits | HAS_PAUSED) & ~PAUSED;
  if ((bits & FLOWING) === 0) {
    // A listener of 'readable' keeps the stream from flowing by itself.
    state[kState] |= (bits & READABLE_LISTENING) !== 0 ? HAS_FLOWING : HAS_FLOWING | FLOWING;
    if ((bits & RESUME_SCHEDULED) === 0) {
      state[kState] |= RESUME_SCHEDULED;
      process.nextTick(resumeNow, this, state);
    }
  }
  return this;
}

function resumeNow(stream, state) {
  if ((state[kState] & READING) === 0) stream.read(0);
  state[kState] &= ~RESUME_SCHEDULED;
  stream.emit('resume');
  flow(stream, state);
  if ((state[kState] & (FLOWING | READING)) === FLOWING) stream.read(0);
}

function pause() {
  const state = this._readableState;
  if ((state[kState] & DESTROYED) !== 0) return this;
  if ((state[kState] & (HAS_FLOWING | FLOWING)) !== HAS_FLOWING) {
    state[kState] = (state[kState] | HAS_FLOWING) & ~FLOWING;
    this.emit('pause');
  }
  state[kState] |= HAS_PAUSED | PAUSED;
  return this;
}

// A listener of 'data' starts the flow, one of 'readable' stops it.
function on(event, listener) {
  const result = Stream.prototype.on.call(this, event, listener);
  if (event === 'data') dataWanted(this, this._readableState);
  else if (event === 'readable') readableWanted(this, this._readableState);
  return result;
}

function dataWanted(stream, state) {
  state[kState] |= DATA_LISTENING;
  if (stream.listenerCount('readable') > 0) state[kState] |= READABLE_LISTENING;
  // One that was paused by hand stays so.
  if ((state[kState] & (HAS_FLOWING | FLOWING)) !== HAS_FLOWING) stream.resume();
}

function readableWanted(stream, state) {
  const bits = state[kState];
  if ((bits & (END_EMITTED | READABLE_LISTENING)) !== 0) return;
  state[kState] = (bits & ~(FLOWING | EMITTED_READABLE)) |
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
    stream._readableState[kState] &= ~DATA_LISTENING;
  }
}

function lookForReadableListeners(stream) {
  const state = stream._readableState;
  if (stream.listenerCount('readable') > 0) state[kState] |= READABLE_LISTENING;
  else state[kState] &= ~READABLE_LISTENING;

  const bits = state[kState];
  const resumed = (bits & (RESUME_SCHEDULED | HAS_PAUSED | PAUSED)) === (RESUME_SCHEDULED | HAS_PAUSED);
  // resume() may have been called while there still was a listener.
  if (resumed) state[kState] |= HAS_FLOWING | FLOWING;
  else if ((bits & DATA_LISTENING) !== 0) stream.resume();
  else if ((bits & READABLE_LISTENING) === 0) state[kState] &= ~(HAS_FLOWING | FLOWING);
}

module.exports = {
  announceReadable,
  emitData,
  forgetDrains,
  isPaused,
  on,
  pause,
  removeAllListeners,
  removeListener,
  resume,
  tellReadable,
};
