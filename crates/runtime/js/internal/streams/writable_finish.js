// The end of a writable stream: _final, 'prefinish' and 'finish', once end() was called and nothing
// is left to be written.
'use strict';

const { codes } = require('internal/errors');
const { destroyIfOver, errorOrDestroy } = require('internal/streams/destroy');
const {
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  ERROR_EMITTED,
} = require('internal/streams/state');
const {
  ENDING,
  FINAL_CALLED,
  FINISHED,
  HAS_BUFFERED,
  HAS_ON_FINISHED,
  PREFINISHED,
  SYNC,
  WRITING,
} = require('internal/streams/writable_bits');

// Callbacks of end().
const kOnFinishedValue = Symbol('kOnFinishedValue');

const READY_MASK = ENDING | DESTROYED | CONSTRUCTED | FINISHED | WRITING | ERROR_EMITTED |
  CLOSE_EMITTED | ERRORED | HAS_BUFFERED;
const READY = ENDING | CONSTRUCTED;

function isReady(state) {
  return (state.bits & READY_MASK) === READY && state.length === 0;
}

// Takes the next step towards 'finish', if it can be taken. `later`: nothing is emitted before the
// next tick, as end() has not returned.
function tryFinish(stream, state, later) {
  if (!isReady(state)) return;
  if ((state.bits & (PREFINISHED | FINAL_CALLED)) === 0) prefinish(stream, state);
  // What ran just now may have brought more to wait for.
  if (state.pendingcb > 0) return;
  if (later) {
    state.pendingcb = 1;
    process.nextTick(finishIfReady, stream, state);
  } else if (isReady(state)) {
    state.pendingcb = 1;
    finish(stream, state);
  }
}

function finishIfReady(stream, state) {
  if (isReady(state)) finish(stream, state);
  else state.pendingcb--;
}

function prefinish(stream, state) {
  state.bits |= FINAL_CALLED;
  if (typeof stream._final === 'function') callFinal(stream, state);
  else emitPrefinish(stream, state);
}

function callFinal(stream, state) {
  let isOpen = true;
  const done = (error) => {
    const again = !isOpen;
    isOpen = false;
    if (again) errorOrDestroy(stream, error ?? new codes.ERR_MULTIPLE_CALLBACK());
    else finalDone(stream, state, error);
  };

  state.bits |= SYNC;
  state.pendingcb++;
  try {
    stream._final(done);
  } catch (thrown) {
    done(thrown);
  }
  state.bits &= ~SYNC;
}

function finalDone(stream, state, error) {
  state.pendingcb--;
  if (error) {
    callBackEnded(state, error);
    errorOrDestroy(stream, error, (state.bits & SYNC) !== 0);
  } else if (isReady(state)) {
    emitPrefinish(stream, state);
    // Pending again, so that nobody else finishes meanwhile.
    state.pendingcb++;
    process.nextTick(finish, stream, state);
  }
}

function emitPrefinish(stream, state) {
  state.bits |= PREFINISHED;
  stream.emit('prefinish');
}

function finish(stream, state) {
  state.pendingcb--;
  state.bits |= FINISHED;
  callBackEnded(state, null);
  stream.emit('finish');
  destroyIfOver(stream, state, stream._readableState);
}

// What end(callback) leaves for later.
function addEndCallback(state, callback) {
  if ((state.bits & HAS_ON_FINISHED) === 0) {
    state.bits |= HAS_ON_FINISHED;
    state[kOnFinishedValue] = [];
  }
  state[kOnFinishedValue].push(callback);
}

function callBackEnded(state, error) {
  if ((state.bits & HAS_ON_FINISHED) !== 0) callAll(takeEndCallbacks(state), error);
}

function takeEndCallbacks(state) {
  const callbacks = state[kOnFinishedValue];
  state[kOnFinishedValue] = null;
  state.bits &= ~HAS_ON_FINISHED;
  return callbacks;
}

function callAll(callbacks, error) {
  for (let i = 0; i < callbacks.length; i++) callbacks[i](error);
}

module.exports = { addEndCallback, callBackEnded, tryFinish };
