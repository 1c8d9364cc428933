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
const { take, takeFirst } = require('internal/streams/readable_queue');
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

// What comes easiest: the first chunk.
function readNext(stream, state) {
  const bits = state.bits &= ~TOLD;
  if ((bits & HAS_DECODER) !== 0) return readText(stream, state);
  if ((bits & ASK_MASK) === CONSTRUCTED) {
    if (state.length === 0) ask(stream, state, ASKED_IN_NEED);
    else if (runsLow(state, sizeOfFirst(state))) ask(stream, state, ASKED);
  }
  if (state.length > 0) return hand(stream, state, takeFirst(state));
  return noneLeft(stream, state, bits);
}

function sizeOfFirst(state) {
  return (state.bits & OBJECT_MODE) !== 0 ? 1 : state.buffer[state.bufferIndex].length;
}

// With a decoder: what flows comes chunk by chunk, else it is all the text there is.
function readText(stream, state) {
  const { bits } = state;
  if ((state.bits & ASK_MASK) === CONSTRUCTED) askIfLow(stream, state, sizeOfText(state));
  if (state.length > 0) return hand(stream, state, take(state, sizeOfText(state)));
  return noneLeft(stream, state, bits);
}

// `before` is what was known before the source was asked.
function noneLeft(stream, state, before) {
  if ((before & ENDED) !== 0) scheduleEnd(stream, state);
  else nothingToRead(stream, state);
  return null;
}

function sizeOfText(state) {
  if (state.length === 0) return 0;
  return (state.bits & (FLOWING | OBJECT_MODE)) === 0 ? state.length : sizeOfFirst(state);
}

// read(0) only sees to it that something comes.
function readNothing(stream, state) {
  const bits = state.bits;
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
  if (state.length <= state.highWaterMark) state.bits |= NEED_READABLE;
  return null;
}

function isFull(state) {
  return state.length > 0 && state.length >= state.highWaterMark;
}

// Exactly so many bytes or characters, or null; fewer only if no more will come.
function readSized(stream, state, size) {
  if (size > state.highWaterMark) state.highWaterMark = raisedHighWaterMark(size);
  state.bits &= ~TOLD;
  let available = availableFor(state, size);
  if (available === 0 && (state.bits & ENDED) !== 0) {
    if (state.length === 0) scheduleEnd(stream, state);
    return null;
  }
  if ((state.bits & ASK_MASK) === CONSTRUCTED) {
    askIfLow(stream, state, available);
    // A source that answered at once may have brought what was asked for.
    if ((state.bits & READING) === 0) available = availableFor(state, size);
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
  const ended = (state.bits & ENDED) !== 0;
  if (size < 0 || (state.length === 0 && ended)) return 0;
  if ((state.bits & OBJECT_MODE) !== 0) return state.length > 0 ? 1 : 0;
  if (size <= state.length) return size;
  return ended ? state.length : 0;
}

// Asks the source if, with `size` taken away, there is less than the high water mark.
function askIfLow(stream, state, size) {
  if (state.length === 0) ask(stream, state, ASKED_IN_NEED);
  else if (runsLow(state, size)) ask(stream, state, ASKED);
}

function runsLow(state, size) {
  return state.length - size < state.highWaterMark || (state.bits & NEED_READABLE) !== 0;
}

function ask(stream, state, bits) {
  state.bits |= bits;
  try {
    stream._read(state.highWaterMark);
  } catch (thrown) {
    errorOrDestroy(stream, thrown);
  }
  state.bits &= ~SYNC;
}

function nothingToRead(stream, state) {
  if (state.length <= state.highWaterMark) state.bits |= NEED_READABLE;
  if (state.length === 0 && (state.bits & ENDED) !== 0) scheduleEnd(stream, state);
}

// Gives out a chunk that was taken from the queue. `asked` is how much was asked for: who asks for
// just what there is has not asked for the end.
function hand(stream, state, chunk, asked) {
  forgetDrains(state);
  let bits = state.bits;
  if (state.length === 0) {
    if ((bits & ENDED) === 0) bits = state.bits = bits | NEED_READABLE;
    else if (asked === undefined || asked !== chunkSize(state, chunk)) scheduleEnd(stream, state);
  }
  if ((bits & SILENT) === 0) {
    state.bits |= DATA_EMITTED;
    emitData(stream, state, chunk);
  }
  return chunk;
}

function chunkSize(state, chunk) {
  return (state.bits & OBJECT_MODE) !== 0 ? 1 : chunk.length;
}

function scheduleEnd(stream, state) {
  const bits = state.bits;
  if ((bits & (END_EMITTED | END_SCHEDULED)) !== 0) return;
  state.bits = bits | ENDED | END_SCHEDULED;
  process.nextTick(emitEnd, state, stream);
}

function emitEnd(state, stream) {
  const bits = state.bits &= ~END_SCHEDULED;
  // Something may have been put back, or gone wrong, since.
  if (state.length > 0 || (bits & (ERRORED | CLOSE_EMITTED | END_EMITTED)) !== 0) return;
  state.bits |= END_EMITTED;
  stream.emit('end');
  if (stream.writable && stream.allowHalfOpen === false) process.nextTick(endOtherSide, stream);
  else destroyIfOver(stream, state, stream._writableState);
}

function endOtherSide(stream) {
  if (stream.destroyed || stream.writableEnded) return;
  if (stream.writable) stream.end();
}

module.exports = { read };
