// readable.pipe() and unpipe(): lets a stream flow into others at the pace of the slowest.
'use strict';

const { prependListener } = require('internal/streams/legacy');
const { errorOrDestroy } = require('internal/streams/destroy');
const {
  DATA_LISTENING,
  END_EMITTED,
  FLOWING,
  MULTI_AWAIT_DRAIN,
} = require('internal/streams/readable_bits');
const { kNoPipes } = require('internal/streams/readable_state');

// One source and one of its destinations. The fields that are functions are listeners: each has to
// be its own, as listeners are told apart by identity.
class Pipe {
  constructor(source, dest) {
    this.source = source;
    this.dest = dest;
    this.isOpen = true;
    this.ondata = dataListenerOf(this, dest);
    // Added when the destination is first full.
    this.ondrain = null;
  }

  onend = () => this.dest.end();

  unpipe = () => this.source.unpipe(this.dest);

  onunpipe = (readable, info) => {
    // (A source that is piped to the same destination twice is unpiped once for each.)
    if (readable !== this.source || info?.hasUnpiped !== false) return;
    info.hasUnpiped = true;
    this.close();
  };

  onerror = (error) => {
    const { dest } = this;
    this.unpipe();
    dest.removeListener('error', this.onerror);
    // If nobody else listens, the error must not get lost.
    if (dest.listenerCount('error') === 0) reportError(dest, error);
  };

  // A destination ends in either way; the other listener goes with the first.
  onclose = () => {
    this.dest.removeListener('finish', this.onfinish);
    this.unpipe();
  };

  onfinish = () => {
    this.dest.removeListener('close', this.onclose);
    this.unpipe();
  };

  open(endsDest) {
    const { source, dest } = this;
    const atEnd = endsDest ? this.onend : this.unpipe;
    if ((source._readableState.bits & END_EMITTED) !== 0) process.nextTick(atEnd);
    else source.once('end', atEnd);
    dest.on('unpipe', this.onunpipe);
    source._readableState.pipeListener = this.ondata;
    source.on('data', this.ondata);
    prependListener(dest, 'error', this.onerror);
    dest.once('close', this.onclose);
    dest.once('finish', this.onfinish);
    dest.emit('pipe', source);
  }

  waitForDrain() {
    const { source, dest } = this;
    // It may have been unpiped inside write().
    if (this.isOpen) {
      addDrainWriter(source._readableState, dest);
      source.pause();
    }
    if (this.ondrain === null) {
      this.ondrain = () => removeDrainWriter(source, dest);
      dest.on('drain', this.ondrain);
    }
  }

  close() {
    const { source, dest, ondrain } = this;
    removeListeners(
      dest,
      ['close', 'finish', 'drain', 'error', 'unpipe'],
      [this.onclose, this.onfinish, ondrain, this.onerror, this.onunpipe],
    );
    removeListeners(source, ['end', 'end', 'data'], [this.onend, this.unpipe, this.ondata]);
    this.isOpen = false;
    const state = source._readableState;
    if (state.pipeListener === this.ondata) state.pipeListener = null;
    // Nothing will drain any more for this destination, but others may wait for the source.
    if (ondrain !== null && state.awaitDrainWriters) ondrain();
  }
}

// (Not a method's closure, which would have more scopes to look through.)
function dataListenerOf(pipe, dest) {
  const ondata = (chunk) => {
    try {
      if (dest.write(chunk) === false) pipe.waitForDrain();
    } catch (thrown) {
      dest.destroy(thrown);
    }
  };
  return ondata;
}

// In this order, which listeners of 'removeListener' see.
function removeListeners(emitter, events, listeners) {
  for (let i = 0; i < events.length; i++) {
    if (listeners[i] !== null) emitter.removeListener(events[i], listeners[i]);
  }
}

function reportError(stream, error) {
  const state = stream._writableState || stream._readableState;
  if (state && !state.errorEmitted) errorOrDestroy(stream, error);
  else stream.emit('error', error);
}

// The method `pipe`.
function pipe(dest, options) {
  const state = this._readableState;
  if (state.pipes.length === 1 && (state.bits & MULTI_AWAIT_DRAIN) === 0) {
    state.bits |= MULTI_AWAIT_DRAIN;
    state.awaitDrainWriters = new Set(state.awaitDrainWriters ? [state.awaitDrainWriters] : []);
  }
  if (state.pipes.length === 0) state.pipes = [dest];
  else state.pipes.push(dest);

  const link = new Pipe(this, dest);
  // The process's standard streams stay open.
  link.open((!options || options.end !== false) && !dest._isStdio);

  if (dest.writableNeedDrain === true) link.waitForDrain();
  else if ((state.bits & FLOWING) === 0) this.resume();
  return dest;
}

function addDrainWriter(state, dest) {
  const { pipes } = state;
  if (!pipes.includes(dest)) return;
  if (pipes.length > 1) {
    state.awaitDrainWriters.add(dest);
  } else {
    state.awaitDrainWriters = dest;
    state.bits &= ~MULTI_AWAIT_DRAIN;
  }
}

function removeDrainWriter(source, dest) {
  const state = source._readableState;
  if (!awaitsOthers(state, dest) && (state.bits & DATA_LISTENING) !== 0) source.resume();
}

// Whether, now that `dest` has drained, somebody else still has to.
function awaitsOthers(state, dest) {
  if ((state.bits & MULTI_AWAIT_DRAIN) !== 0) {
    state.awaitDrainWriters.delete(dest);
    return state.awaitDrainWriters.size > 0;
  }
  if (state.awaitDrainWriters === dest) state.awaitDrainWriters = null;
  return false;
}

// The method `unpipe`: one destination, or all.
function unpipe(dest) {
  const state = this._readableState;
  const position = dest ? state.pipes.indexOf(dest) : 0;
  if (position < 0 || state.pipes.length === 0) return this;
  let gone;
  if (dest) {
    gone = state.pipes.splice(position, 1);
  } else {
    gone = state.pipes;
    state.pipes = kNoPipes;
  }
  if (state.pipes.length === 0) this.pause();
  for (let i = 0; i < gone.length; i++) gone[i].emit('unpipe', this, { hasUnpiped: false });
  return this;
}

module.exports = { pipe, unpipe };
