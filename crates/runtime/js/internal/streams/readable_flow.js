// When a readable stream tells its consumer of data: the 'readable' event, and the switch between
// flowing ('data' events by themselves) and paused.
'use strict';

const { Stream } = require('internal/streams/legacy');
const { DESTROYED, ERRORED } = require('internal/streams/state');
const {
  DATA_LISTENING,
  EMITTED_READABLE,
  ENDED,
  END_EMITTED,
  END_UNANNOUNCED,
  FLOWING,
  HAS_FLOWING,
  HAS_PAUSED,
  NEED_READABLE,
  PAUSED,
  READABLE_LISTENING,
  READING,
  RESUME_SCHEDULED,
} = require('internal/streams/readable_state');

// Emits 'readable' in the next tick, once.
function announceReadable(stream, state) {
  state.bits &= ~(NEED_READABLE | END_UNANNOUNCED);
  if ((state.bits & EMITTED_READABLE) === 0) {
    state.bits |= EMITTED_READABLE;
    process.nextTick(emitReadable, stream);
  }
}

function emitReadable(stream) {
  const state = stream._readableState;
  if ((state.bits & (DESTROYED | ERRORED)) === 0 &&
      (state.length > 0 || (state.bits & ENDED) !== 0)) {
    stream.emit('readable');
    state.bits &= ~EMITTED_READABLE;
  }
  // Listeners that left a part, or got all there was, are told when there is more.
  if ((state.bits & (FLOWING | ENDED)) === 0 && state.length <= state.highWaterMark) {
    state.bits |= NEED_READABLE;
  }
  flow(stream);
}

function flow(stream) {
  const state = stream._readableState;
  while ((state.bits & FLOWING) !== 0 && stream.read() !== null);
}

function isPaused() {
  const bits = this._readableState.bits;
  return (bits & PAUSED) !== 0 || (bits & (HAS_FLOWING | FLOWING)) === HAS_FLOWING;
}

function resume() {
  const state = this._readableState;
  if ((state.bits & DESTROYED) !== 0) return this;
  if ((state.bits & FLOWING) === 0) {
    state.bits |= HAS_FLOWING;
    // A listener of 'readable' keeps the stream from flowing by itself.
    if ((state.bits & READABLE_LISTENING) === 0) state.bits |= FLOWING;
    if ((state.bits & RESUME_SCHEDULED) === 0) {
      state.bits |= RESUME_SCHEDULED;
      process.nextTick(resumeNow, this, state);
    }
  }
  state.bits = (state.bits | HAS_PAUSED) & ~PAUSED;
  return this;
}

function resumeNow(stream, state) {
  if ((state.bits & READING) === 0) stream.read(0);
  state.bits &= ~RESUME_SCHEDULED;
  stream.emit('resume');
  flow(stream);
  if ((state.bits & (FLOWING | READING)) === FLOWING) stream.read(0);
}

function pause() {
  const state = this._readableState;
  if ((state.bits & DESTROYED) !== 0) return this;
  if ((state.bits & (HAS_FLOWING | FLOWING)) !== HAS_FLOWING) {
    state.bits = (state.bits | HAS_FLOWING) & ~FLOWING;
    this.emit('pause');
  }
  state.bits |= HAS_PAUSED | PAUSED;
  return this;
}

// A listener of 'data' starts the flow, one of 'readable' stops it.
function on(event, listener) {
  const result = Stream.prototype.on.call(this, event, listener);
  const state = this._readableState;
  if (event === 'data') {
    state.bits |= DATA_LISTENING;
    if (this.listenerCount('readable') > 0) state.bits |= READABLE_LISTENING;
    if ((state.bits & (HAS_FLOWING | FLOWING)) !== HAS_FLOWING) this.resume();
  } else if (event === 'readable' && (state.bits & (END_EMITTED | READABLE_LISTENING)) === 0) {
    state.bits |= READABLE_LISTENING | NEED_READABLE | HAS_FLOWING;
    state.bits &= ~(FLOWING | EMITTED_READABLE);
    if (state.length > 0 || (state.bits & END_UNANNOUNCED) !== 0) announceReadable(this, state);
    if (state.length === 0 && (state.bits & READING) === 0) {
      process.nextTick(startReading, this);
    }
  }
  return result;
}

function startReading(stream) {
  stream.read(0);
}

function removeListener(event, listener) {
  const result = Stream.prototype.removeListener.call(this, event, listener);
  if (event === 'readable') {
    // Later, as the listener is often removed only to be added again ('once').
    process.nextTick(updateReadableListening, this);
  } else if (event === 'data' && this.listenerCount('data') === 0) {
    this._readableState.bits &= ~DATA_LISTENING;
  }
  return result;
}

function removeAllListeners(event) {
  const result = Stream.prototype.removeAllListeners.apply(this, arguments);
  if (event === 'readable' || event === undefined) {
    process.nextTick(updateReadableListening, this);
  }
  return result;
}

function updateReadableListening(stream) {
  const state = stream._readableState;
  state.readableListening = stream.listenerCount('readable') > 0;
  if ((state.bits & (RESUME_SCHEDULED | HAS_PAUSED | PAUSED)) ===
      (RESUME_SCHEDULED | HAS_PAUSED)) {
    // resume() was called while there still was a listener.
    state.bits |= HAS_FLOWING | FLOWING;
  } else if ((state.bits & DATA_LISTENING) !== 0) {
    stream.resume();
  } else if ((state.bits & READABLE_LISTENING) === 0) {
    state.bits &= ~(HAS_FLOWING | FLOWING);
  }
}

module.exports = {
  announceReadable,
  emitReadable,
  flow,
  isPaused,
  on,
  pause,
  removeAllListeners,
  removeListener,
  resume,
};
