// readable.pipe() and unpipe(): lets a stream flow into others at the pace of the slowest.
'use strict';

const { prependListener } = require('internal/streams/legacy');
const { errorOrDestroy } = require('internal/streams/destroy');
const {
  DATA_LISTENING,
  END_EMITTED,
  FLOWING,
  MULTI_AWAIT_DRAIN,
} = require('internal/streams/readable_state');

function pipe(dest, options) {
  const source = this;
  const state = source._readableState;
  if (state.pipes.length === 1 && (state.bits & MULTI_AWAIT_DRAIN) === 0) {
    state.bits |= MULTI_AWAIT_DRAIN;
    state.awaitDrainWriters = new Set(state.awaitDrainWriters ? [state.awaitDrainWriters] : []);
  }
  state.pipes.push(dest);

  // The process's standard streams stay open.
  const endsDest = (!options || options.end !== false) && !dest._isStdio;
  const onSourceEnd = endsDest ? () => dest.end() : unpipe;
  let onDrain;
  let cleanedUp = false;

  function unpipe() {
    source.unpipe(dest);
  }

  function onData(chunk) {
    try {
      if (dest.write(chunk) === false) waitForDrain();
    } catch (thrown) {
      dest.destroy(thrown);
    }
  }

  function waitForDrain() {
    // It may have been unpiped inside write().
    if (!cleanedUp) {
      addDrainWriter(state, dest);
      source.pause();
    }
    if (!onDrain) {
      onDrain = () => removeDrainWriter(source, dest);
      dest.on('drain', onDrain);
    }
  }

  function onUnpipe(readable, info) {
    if (readable === source && info && info.hasUnpiped === false) {
      info.hasUnpiped = true;
      cleanup();
    }
  }

  function onError(error) {
    unpipe();
    dest.removeListener('error', onError);
    if (dest.listenerCount('error') > 0) return;
    // Nobody else listens: the error must not get lost.
    const destState = dest._writableState || dest._readableState;
    if (destState && !destState.errorEmitted) errorOrDestroy(dest, error);
    else dest.emit('error', error);
  }

  function onClose() {
    dest.removeListener('finish', onFinish);
    unpipe();
  }

  function onFinish() {
    dest.removeListener('close', onClose);
    unpipe();
  }

  function cleanup() {
    dest.removeListener('close', onClose);
    dest.removeListener('finish', onFinish);
    if (onDrain) dest.removeListener('drain', onDrain);
    dest.removeListener('error', onError);
    dest.removeListener('unpipe', onUnpipe);
    source.removeListener('end', onSourceEnd);
    source.removeListener('end', unpipe);
    source.removeListener('data', onData);
    cleanedUp = true;
    // Nothing will drain any more for this destination, but others may wait for the source.
    if (onDrain && state.awaitDrainWriters) onDrain();
  }

  if ((state.bits & END_EMITTED) !== 0) process.nextTick(onSourceEnd);
  else source.once('end', onSourceEnd);
  dest.on('unpipe', onUnpipe);
  source.on('data', onData);
  prependListener(dest, 'error', onError);
  dest.once('close', onClose);
  dest.once('finish', onFinish);
  dest.emit('pipe', source);

  if (dest.writableNeedDrain === true) waitForDrain();
  else if ((state.bits & FLOWING) === 0) source.resume();
  return dest;
}

function addDrainWriter(state, dest) {
  const { pipes } = state;
  if (pipes.length === 1 && pipes[0] === dest) {
    state.awaitDrainWriters = dest;
    state.bits &= ~MULTI_AWAIT_DRAIN;
  } else if (pipes.length > 1 && pipes.includes(dest)) {
    state.awaitDrainWriters.add(dest);
  }
}

function removeDrainWriter(source, dest) {
  const state = source._readableState;
  if (state.awaitDrainWriters === dest) state.awaitDrainWriters = null;
  else if ((state.bits & MULTI_AWAIT_DRAIN) !== 0) state.awaitDrainWriters.delete(dest);

  const waiting = state.awaitDrainWriters;
  if ((!waiting || waiting.size === 0) && (state.bits & DATA_LISTENING) !== 0) source.resume();
}

function unpipe(dest) {
  const state = this._readableState;
  if (state.pipes.length === 0) return this;

  if (!dest) {
    const { pipes } = state;
    state.pipes = [];
    this.pause();
    for (const each of pipes) each.emit('unpipe', this, { hasUnpiped: false });
    return this;
  }

  const index = state.pipes.indexOf(dest);
  if (index === -1) return this;
  state.pipes.splice(index, 1);
  if (state.pipes.length === 0) this.pause();
  dest.emit('unpipe', this, { hasUnpiped: false });
  return this;
}

module.exports = { pipe, unpipe };
