// The source's side of a readable stream: push() and unshift(), the end of the source, and reading
// ahead.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { errorOrDestroy } = require('internal/streams/destroy');
const {
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  OBJECT_MODE,
  kState,
} = require('internal/streams/state');
const {
  DATA_EMITTED,
  DATA_LISTENING,
  EMITTED_READABLE,
  ENDED,
  END_EMITTED,
  END_UNANNOUNCED,
  FLOWING,
  HAS_DECODER,
  HAS_ENCODING,
  NEED_READABLE,
  READABLE_LISTENING,
  READING,
  READING_MORE,
  SYNC,
} = require('internal/streams/readable_bits');
const { kDecoderValue, kEncodingValue } = require('internal/streams/readable_state');
const { append, prepend } = require('internal/streams/readable_queue');
const {
  announceReadable,
  emitData,
  forgetDrains,
  tellReadable,
} = require('internal/streams/readable_flow');

// Chunks go through as they are, and the source has not ended, if none of these is set.
const NOT_PLAIN = ENDED | DESTROYED | ERRORED | HAS_DECODER | HAS_ENCODING;
// A chunk that finds the queue empty and only the first two of these set goes to the listeners
// without a stop.
const DIRECT = FLOWING | DATA_LISTENING;
const DIRECT_MASK = DIRECT | SYNC;
const READ_AHEAD_MASK = READING_MORE | READING | CONSTRUCTED;

function push(chunk, encoding) {
  const state = this._readableState;
  const bits = state[kState];
  if ((bits & NOT_PLAIN) === 0) {
    if ((bits & OBJECT_MODE) !== 0) {
      if (chunk !== null) return supply(this, state, chunk, 1);
    } else if (chunk instanceof Buffer) {
      const { length } = chunk;
      if (length > 0) return supply(this, state, chunk, length);
    }
  }
  if (chunk === null) return endSource(this, state);
  return (bits & OBJECT_MODE) !== 0 ?
    pushObject(this, state, chunk, encoding) :
    pushBytes(this, state, chunk, encoding);
}

// A chunk that is as the consumer is to get it.
function supply(stream, state, chunk, size) {
  const bits = state[kState] & ~READING;
  if (state.length === 0 && (bits & DIRECT_MASK) === DIRECT) {
    state[kState] = bits | DATA_EMITTED;
    forgetDrains(state);
    emitData(stream, chunk);
  } else {
    state.length += size;
    state.buffer.push(chunk);
    state[kState] = bits;
    if ((bits & NEED_READABLE) !== 0) announceReadable(stream, state);
  }
  if ((state[kState] & READ_AHEAD_MASK) === CONSTRUCTED) scheduleReadAhead(stream, state);
  return wantsMore(state);
}

function wantsMore(state) {
  return (state.length < state.highWaterMark || state.length === 0) &&
    (state[kState] & ENDED) === 0;
}

function pushObject(stream, state, chunk, encoding) {
  if (!mayPush(stream, state)) return false;
  const decodes = (state[kState] & HAS_DECODER) !== 0 && !encoding;
  // (The source has answered, even if its answer is refused by the decoder.)
  state[kState] &= ~READING;
  return supply(stream, state, decodes ? state[kDecoderValue].write(chunk) : chunk, 1);
}

function pushBytes(stream, state, chunk, encoding) {
  let decodes = (state[kState] & HAS_DECODER) !== 0;
  if (typeof chunk === 'string') {
    encoding ||= state.defaultEncoding;
    if (state.encoding === encoding) decodes = false;
    else chunk = Buffer.from(chunk, encoding);
  } else {
    chunk = toBuffer(stream, chunk);
    if (chunk === null) return false;
  }
  if (chunk.length === 0) return supplyNothing(stream, state);
  if (!mayPush(stream, state)) return false;
  if (decodes) {
    chunk = state[kDecoderValue].write(chunk);
    if (chunk.length === 0) return supplyNothing(stream, state);
  }
  return supply(stream, state, chunk, chunk.length);
}

// An empty chunk answers the call of _read, no more.
function supplyNothing(stream, state) {
  state[kState] &= ~READING;
  readAhead(stream, state);
  return wantsMore(state);
}

function mayPush(stream, state) {
  if ((state[kState] & ENDED) !== 0) {
    errorOrDestroy(stream, new codes.ERR_STREAM_PUSH_AFTER_EOF());
    return false;
  }
  return (state[kState] & (DESTROYED | ERRORED)) === 0;
}

// A view as a Buffer; undefined as nothing. Null, with the error reported, for anything else.
function toBuffer(stream, chunk) {
  if (chunk instanceof Buffer) return chunk;
  if (ArrayBuffer.isView(chunk)) {
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
  if (chunk === undefined) return '';
  errorOrDestroy(stream, new codes.ERR_INVALID_ARG_TYPE(
    'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk));
  return null;
}

function unshift(chunk, encoding) {
  const state = this._readableState;
  if (chunk === null) return endSource(this, state);
  if ((state[kState] & OBJECT_MODE) === 0) {
    chunk = typeof chunk === 'string' ?
      asQueued(state, chunk, encoding || state.defaultEncoding) :
      toBuffer(this, chunk);
    if (chunk === null) return false;
    if (chunk.length === 0) return wantsMore(state);
  }
  if ((state[kState] & END_EMITTED) !== 0) {
    errorOrDestroy(this, new codes.ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
  } else if ((state[kState] & (DESTROYED | ERRORED)) !== 0) {
    return false;
  } else {
    putBack(this, state, chunk);
  }
  return wantsMore(state);
}

// A string goes back as what the queue holds: text in the stream's encoding, or bytes. (The decoder
// cannot do it: it may hold the first bytes of what comes next.)
function asQueued(state, text, encoding) {
  const own = (state[kState] & HAS_ENCODING) !== 0 ? state[kEncodingValue] : null;
  if (own === encoding) return text;
  const bytes = Buffer.from(text, encoding);
  return own === null ? bytes : bytes.toString(own);
}

// As supply(), at the other end of the queue; and it answers no call of _read.
function putBack(stream, state, chunk) {
  if (state.length === 0 && (state[kState] & DIRECT_MASK) === DIRECT) {
    state[kState] |= DATA_EMITTED;
    forgetDrains(state);
    emitData(stream, chunk);
  } else {
    prepend(state, chunk);
    if ((state[kState] & NEED_READABLE) !== 0) announceReadable(stream, state);
  }
  readAhead(stream, state);
}

// push(null): always false, as nothing can follow.
function endSource(stream, state) {
  const bits = state[kState] &= ~READING;
  if ((bits & ENDED) !== 0) return false;
  if ((bits & HAS_DECODER) !== 0) {
    const rest = state[kDecoderValue].end();
    if (rest?.length) append(state, rest);
  }
  state[kState] |= ENDED;
  if ((bits & SYNC) === 0) {
    state[kState] = (state[kState] & ~NEED_READABLE) | EMITTED_READABLE;
    tellReadable(stream, state);
  } else if ((bits & (NEED_READABLE | READABLE_LISTENING | FLOWING)) !== 0) {
    // Inside _read: not now, there may be a reader above us that takes what is left.
    announceReadable(stream, state);
  } else {
    state[kState] |= END_UNANNOUNCED;
  }
  return false;
}

// Fills the queue up to the high water mark from the next tick on, though nobody has asked yet.
function readAhead(stream, state) {
  if ((state[kState] & READ_AHEAD_MASK) === CONSTRUCTED) scheduleReadAhead(stream, state);
}

function scheduleReadAhead(stream, state) {
  state[kState] |= READING_MORE;
  process.nextTick(readAheadNow, stream, state);
}

function readAheadNow(stream, state) {
  let before = -1;
  // A source that does not answer at once ends it.
  while (before !== state.length && hasRoom(state)) {
    before = state.length;
    stream.read(0);
  }
  state[kState] &= ~READING_MORE;
}

function hasRoom(state) {
  if ((state[kState] & (READING | ENDED)) !== 0) return false;
  return state.length < state.highWaterMark ||
    (state.length === 0 && (state[kState] & FLOWING) !== 0);
}

module.exports = { push, readAhead, unshift };
