// The consumer's side of a readable stream: read(), which asks the source for more when it has to,
// and the end of the stream, which comes when all was read.
'use strict';

const { codes } = require('internal/errors');
const { destroyIfOver, errorOrDestroy } = require('internal/streams/destroy');
const {
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  ERROR_EMITTED,
  OBJECT_MODE,
  kState,
} = require('internal/streams/state');
const {
  DATA_EMITTED,
  EMITTED_READABLE,
  ENDED,
  END_EMITTED,
  END_SCHEDULED,
  END_UNANNOUNCED,
  FLOWING,
  HAS_DECODER,
  NEED_READABLE,
  READING,
  SYNC,
} = require('internal/streams/readable_bits');
const { first, take, takeFirst } = require('internal/streams/readable_queue');
const { announceReadable, emitData, forgetDrains } = require('internal/streams/readable_flow');

const MAX_HIGH_WATER_MARK = 2 ** 30;
// The source can be asked if only the last of these is set.
const ASK_MASK = ENDED | READING | DESTROYED | ERRORED | CONSTRUCTED;
const ASKED = READING | SYNC;
const ASKED_IN_NEED = ASKED | NEED_READABLE;
// Who reads knows what 'readable' would tell.
const TOLD = EMITTED_READABLE | END_UNANNOUNCED;
const SILENT = ERROR_EMITTED | CLOSE_EMITTED;

function read(size) {
  const state = this._readableState;
  if (size === undefined) return readNext(this, state);
  if (!Number.isInteger(size)) size = Number.parseInt(size, 10);
  if (size !== size) return readNext(this, state);
  return size === 0 ? readNothing(this, state) : readSized(this, state, size);
}

// What comes easiest: the first chunk. (All text there is, if it does not flow by itself.)
function readNext(stream, state) {
  const bits = state[kState] &= ~TOLD;
  if (state.length === 0) {
    if ((bits & ENDED) !== 0) {
      scheduleEnd(stream, state);
      return null;
    }
    if ((bits & ASK_MASK) === CONSTRUCTED) askInNeed(stream, state);
    if (state.length === 0) {
      nothingToRead(stream, state);
      return null;
    }
  } else if ((bits & ASK_MASK) === CONSTRUCTED) {
    askIfLow(stream, state, sizeOfNext(state));
  }
  const plain = (state[kState] & HAS_DECODER) === 0;
  return hand(stream, state, plain ? takeFirst(state) : take(state, sizeOfNext(state)));
}

function sizeOfNext(state) {
  const bits = state[kState];
  if ((bits & OBJECT_MODE) !== 0) return 1;
  return (bits & (FLOWING | HAS_DECODER)) === HAS_DECODER ? state.length : first(state).length;
}

// read(0) only sees to it that something comes.
function readNothing(stream, state) {
  const bits = state[kState];
  if ((bits & ENDED) !== 0) {
    if (state.length === 0) scheduleEnd(stream, state);
    else if ((bits & NEED_READABLE) !== 0) announceReadable(stream, state);
    return null;
  }
  if ((bits & NEED_READABLE) !== 0 && isFull(state)) {
    announceReadable(stream, state);
    return null;
  }
  if ((bits & ASK_MASK) === CONSTRUCTED) askIfLow(stream, state, 0);
  if (state.length <= state.highWaterMark) state[kState] |= NEED_READABLE;
  return null;
}

function isFull(state) {
  return state.length > 0 && state.length >= state.highWaterMark;
}

// Exactly so many bytes or characters, or null; fewer only if no more will come.
function readSized(stream, state, size) {
  if (size > state.highWaterMark) state.highWaterMark = raisedHighWaterMark(size);
  state[kState] &= ~TOLD;
  let available = availableFor(state, size);
  if (available === 0 && (state[kState] & ENDED) !== 0) {
    if (state.length === 0) scheduleEnd(stream, state);
    return null;
  }
  if ((state[kState] & ASK_MASK) === CONSTRUCTED) {
    askIfLow(stream, state, available);
    // A source that answered at once may have brought what was asked for.
    if ((state[kState] & READING) === 0) available = availableFor(state, size);
  }
  if (available > 0) return hand(stream, state, take(state, available), size);
  nothingToRead(stream, state);
  return null;
}

function raisedHighWaterMark(size) {
  if (size > MAX_HIGH_WATER_MARK) throw new codes.ERR_OUT_OF_RANGE('size', '<= 1GiB', size);
  // The next power of 2, so that ever larger reads do not raise it each time.
  return 2 ** (32 - Math.clz32(size - 1));
}

function availableFor(state, size) {
  const ended = (state[kState] & ENDED) !== 0;
  if (size < 0 || (state.length === 0 && ended)) return 0;
  if ((state[kState] & OBJECT_MODE) !== 0) return state.length > 0 ? 1 : 0;
  if (size <= state.length) return size;
  return ended ? state.length : 0;
}

// Asks the source if, with `size` taken away, there is less than the high water mark.
function askIfLow(stream, state, size) {
  if (state.length === 0) askInNeed(stream, state);
  else if ((state[kState] & NEED_READABLE) !== 0 || state.length - size < state.highWaterMark) {
    ask(stream, state, ASKED);
  }
}

function askInNeed(stream, state) {
  ask(stream, state, ASKED_IN_NEED);
}

function ask(stream, state, bits) {
  state[kState] |= bits;
  try {
    stream._read(state.highWaterMark);
  } catch (thrown) {
    errorOrDestroy(stream, thrown);
  }
  state[kState] &= ~SYNC;
}

function nothingToRead(stream, state) {
  if (state.length <= state.highWaterMark) state[kState] |= NEED_READABLE;
  if (state.length === 0 && (state[kState] & ENDED) !== 0) scheduleEnd(stream, state);
}

// Gives out a chunk that was taken from the queue. `asked` is how much was asked for: who asks for
// just what there is has not asked for the end.
function hand(stream, state, chunk, asked) {
  forgetDrains(state);
  let bits = state[kState];
  if (state.length === 0) {
    if ((bits & ENDED) === 0) bits = state[kState] = bits | NEED_READABLE;
    else if (asked === undefined || asked !== chunkSize(state, chunk)) scheduleEnd(stream, state);
  }
  if ((bits & SILENT) === 0) {
    state[kState] |= DATA_EMITTED;
    emitData(stream, chunk);
  }
  return chunk;
}

function chunkSize(state, chunk) {
  return (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
}

function scheduleEnd(stream, state) {
  const bits = state[kState];
  if ((bits & (END_EMITTED | END_SCHEDULED)) !== 0) return;
  state[kState] = bits | ENDED | END_SCHEDULED;
  process.nextTick(emitEnd, state, stream);
}

function emitEnd(state, stream) {
  const bits = state[kState] &= ~END_SCHEDULED;
  // Something may have been put back, or gone wrong, since.
  if (state.length > 0 || (bits & (ERRORED | CLOSE_EMITTED | END_EMITTED)) !== 0) return;
  state[kState] |= END_EMITTED;
  stream.emit('end');
  if (stream.writable && stream.allowHalfOpen === false) process.nextTick(endOtherSide, stream);
  else destroyIfOver(stream, state, stream._writableState);
}

function endOtherSide(stream) {
  if (stream.destroyed || stream.writableEnded) return;
  if (stream.writable) stream.end();
}

module.exports = { read };
