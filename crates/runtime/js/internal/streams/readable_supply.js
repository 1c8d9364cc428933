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
  return supplyFrom(this, this._readableState, chunk, encoding);
}

// push(), for who has made sure that the stream has no other method of the name.
function supplyFrom(stream, state, chunk, encoding) {
  const isObject = (state.bits & OBJECT_MODE) !== 0;
  if ((state.bits & NOT_PLAIN) === 0 &&
      (isObject ? chunk !== null : chunk instanceof Buffer && chunk.length > 0)) {
    return supply(stream, state, chunk, isObject ? 1 : chunk.length);
  }
  if (chunk === null) return endSource(stream, state);
  return isObject ?
    pushObject(stream, state, chunk, encoding) :
    pushBytes(stream, state, chunk, encoding);
}

// A chunk that is as the consumer is to get it.
function supply(stream, state, chunk, size) {
  const bits = state.bits & ~READING;
  if (state.length === 0 && (bits & DIRECT_MASK) === DIRECT) {
    state.bits = bits | DATA_EMITTED;
    forgetDrains(state);
    emitData(stream, state, chunk);
  } else {
    state.length += size;
    const { buffer } = state;
    buffer[buffer.length] = chunk;
    state.bits = bits;
    if ((bits & NEED_READABLE) !== 0) announceReadable(stream, state);
  }
  if ((state.bits & READ_AHEAD_MASK) === CONSTRUCTED) scheduleReadAhead(stream, state);
  return wantsMore(state);
}

function wantsMore(state) {
  return (state.length < state.highWaterMark || state.length === 0) &&
    (state.bits & ENDED) === 0;
}

function pushObject(stream, state, chunk, encoding) {
  if (!mayPush(stream, state)) return false;
  const decodes = (state.bits & HAS_DECODER) !== 0 && !encoding;
  // (The source has answered, even if its answer is refused by the decoder.)
  state.bits &= ~READING;
  return supply(stream, state, decodes ? state[kDecoderValue].write(chunk) : chunk, 1);
}

function pushBytes(stream, state, chunk, encoding) {
  let decodes = (state.bits & HAS_DECODER) !== 0;
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
  state.bits &= ~READING;
  readAhead(stream, state);
  return wantsMore(state);
}

function mayPush(stream, state) {
  if ((state.bits & ENDED) !== 0) {
    errorOrDestroy(stream, new codes.ERR_STREAM_PUSH_AFTER_EOF());
    return false;
  }
  return (state.bits & (DESTROYED | ERRORED)) === 0;
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
  if ((state.bits & OBJECT_MODE) === 0) {
    chunk = typeof chunk === 'string' ?
      asQueued(state, chunk, encoding || state.defaultEncoding) :
      toBuffer(this, chunk);
    if (chunk === null) return false;
    if (chunk.length === 0) return wantsMore(state);
  }
  if ((state.bits & END_EMITTED) !== 0) {
    errorOrDestroy(this, new codes.ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
  } else if ((state.bits & (DESTROYED | ERRORED)) !== 0) {
    return false;
  } else {
    putBack(this, state, chunk);
  }
  return wantsMore(state);
}

// A string goes back as what the queue holds: text in the stream's encoding, or bytes. (The decoder
// cannot do it: it may hold the first bytes of what comes next.)
function asQueued(state, text, encoding) {
  const own = (state.bits & HAS_ENCODING) !== 0 ? state[kEncodingValue] : null;
  if (own === encoding) return text;
  const bytes = Buffer.from(text, encoding);
  return own === null ? bytes : bytes.toString(own);
}

// As supply(), at the other end of the queue; and it answers no call of _read.
function putBack(stream, state, chunk) {
  if (state.length === 0 && (state.bits & DIRECT_MASK) === DIRECT) {
    state.bits |= DATA_EMITTED;
    forgetDrains(state);
    emitData(stream, state, chunk);
  } else {
    prepend(state, chunk);
    if ((state.bits & NEED_READABLE) !== 0) announceReadable(stream, state);
  }
  readAhead(stream, state);
}

// push(null): always false, as nothing can follow.
function endSource(stream, state) {
  const bits = state.bits &= ~READING;
  if ((bits & ENDED) !== 0) return false;
  if ((bits & HAS_DECODER) !== 0) {
    const rest = state[kDecoderValue].end();
    if (rest?.length) append(state, rest);
  }
  state.bits |= ENDED;
  if ((bits & SYNC) === 0) {
    state.bits = (state.bits & ~NEED_READABLE) | EMITTED_READABLE;
    tellReadable(stream, state);
  } else if ((bits & (NEED_READABLE | FLOWING)) !== 0 || stream.listenerCount('readable') > 0) {
    // Inside _read: not now, there may be a reader above us that takes what is left.
    announceReadable(stream, state);
  } else {
    state.bits |= END_UNANNOUNCED;
  }
  return false;
}

// Fills the queue up to the high water mark from the next tick on, though nobody has asked yet.
function readAhead(stream, state) {
  if ((state.bits & READ_AHEAD_MASK) === CONSTRUCTED) scheduleReadAhead(stream, state);
}

function scheduleReadAhead(stream, state) {
  state.bits |= READING_MORE;
  process.nextTick(readAheadNow, stream, state);
}

function readAheadNow(stream, state) {
  let before = -1;
  // A source that does not answer at once ends it.
  while (before !== state.length && hasRoom(state)) {
    before = state.length;
    stream.read(0);
  }
  state.bits &= ~READING_MORE;
}

function hasRoom(state) {
  if ((state.bits & (READING | ENDED)) !== 0) return false;
  return state.length < state.highWaterMark ||
    (state.length === 0 && (state.bits & FLOWING) !== 0);
}

module.exports = { push, readAhead, supplyFrom, unshift };
