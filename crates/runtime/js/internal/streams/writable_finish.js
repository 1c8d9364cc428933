// The end of a writable stream: _final, 'prefinish' and 'finish', once end() was called and nothing
// is left to be written.
'use strict';

const { errorOrDestroy } = require('internal/streams/destroy');
const { codes } = require('internal/errors');
const {
  AUTO_DESTROY,
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  ERROR_EMITTED,
  SYNC,
} = require('internal/streams/state');
const {
  ENDING,
  FINAL_CALLED,
  FINISHED,
  HAS_BUFFERED,
  HAS_ON_FINISHED,
  PREFINISHED,
  WRITING,
  kOnFinishedValue,
} = require('internal/streams/writable_state');

const FINISH_MASK = ENDING | DESTROYED | CONSTRUCTED | FINISHED | WRITING | ERROR_EMITTED |
  CLOSE_EMITTED | ERRORED | HAS_BUFFERED;

function canFinish(state) {
  return (state.bits & FINISH_MASK) === (ENDING | CONSTRUCTED) && state.length === 0;
}

// `later`: emit nothing before the next tick, as end() has not returned.
function finishMaybe(stream, state, later) {
  if (!canFinish(state)) return;
  prefinish(stream, state);
  if (state.pendingcb !== 0) return;
  if (later) {
    state.pendingcb++;
    process.nextTick(finishLater, stream, state);
  } else if (canFinish(state)) {
    state.pendingcb++;
    finish(stream, state);
  }
}

function finishLater(stream, state) {
  if (canFinish(state)) finish(stream, state);
  else state.pendingcb--;
}

function prefinish(stream, state) {
  if ((state.bits & (PREFINISHED | FINAL_CALLED)) !== 0) return;
  if (typeof stream._final === 'function' && (state.bits & DESTROYED) === 0) {
    state.bits |= FINAL_CALLED;
    callFinal(stream, state);
  } else {
    state.bits |= PREFINISHED;
    stream.emit('prefinish');
  }
}

function callFinal(stream, state) {
  let called = false;

  function onFinal(error) {
    if (called) {
      errorOrDestroy(stream, error ?? new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    state.pendingcb--;
    if (error) {
      callFinishedCallbacks(state, error);
      errorOrDestroy(stream, error, (state.bits & SYNC) !== 0);
    } else if (canFinish(state)) {
      state.bits |= PREFINISHED;
      stream.emit('prefinish');
      // Pending again, so that nobody else finishes meanwhile.
      state.pendingcb++;
      process.nextTick(finish, stream, state);
    }
  }

  state.bits |= SYNC;
  state.pendingcb++;
  try {
    stream._final(onFinal);
  } catch (thrown) {
    onFinal(thrown);
  }
  state.bits &= ~SYNC;
}

function finish(stream, state) {
  state.pendingcb--;
  state.bits |= FINISHED;
  callFinishedCallbacks(state, null);
  stream.emit('finish');
  if ((state.bits & AUTO_DESTROY) !== 0) {
    const readable = stream._readableState;
    const otherSideDone = !readable ||
      (readable.autoDestroy && (readable.endEmitted || readable.readable === false));
    if (otherSideDone) stream.destroy();
  }
}

// The callbacks of end().
function callFinishedCallbacks(state, error) {
  if ((state.bits & HAS_ON_FINISHED) === 0) return;
  const callbacks = state[kOnFinishedValue];
  state[kOnFinishedValue] = null;
  state.bits &= ~HAS_ON_FINISHED;
  for (const callback of callbacks) callback(error);
}

module.exports = { callFinishedCallbacks, finishMaybe };
