// The source's side of a readable stream: push() and unshift(), and reading ahead.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { errorOrDestroy } = require('internal/streams/destroy');
const {
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  OBJECT_MODE,
  SYNC,
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
  NEED_READABLE,
  READABLE_LISTENING,
  READING,
  READING_MORE,
  enqueue,
  enqueueFirst,
  forgetDrains,
  kDecoderValue,
} = require('internal/streams/readable_state');
const { announceReadable, emitReadable } = require('internal/streams/readable_flow');

function push(chunk, encoding) {
  const state = this._readableState;
  return (state.bits & OBJECT_MODE) === 0 ?
    pushBytes(this, state, chunk, encoding) :
    pushObject(this, state, chunk, encoding);
}

function unshift(chunk, encoding) {
  const state = this._readableState;
  if (chunk === null) return endSource(this, state);
  if ((state.bits & OBJECT_MODE) === 0) {
    chunk = typeof chunk === 'string' ?
      encodeForQueue(state, chunk, encoding || state.defaultEncoding) :
      toBuffer(this, chunk);
    if (chunk === null) return false;
    if (chunk.length === 0) return canPushMore(state);
  }
  if ((state.bits & END_EMITTED) !== 0) {
    errorOrDestroy(this, new codes.ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
  } else if ((state.bits & (DESTROYED | ERRORED)) !== 0) {
    return false;
  } else {
    addChunk(this, state, chunk, true);
  }
  return canPushMore(state);
}

// A string goes back as what the queue holds: text in the stream's encoding, or bytes. (The decoder
// cannot do it: it may hold the first bytes of what comes next.)
function encodeForQueue(state, text, encoding) {
  const own = state.encoding;
  if (own === encoding) return text;
  const bytes = Buffer.from(text, encoding);
  return own === null ? bytes : bytes.toString(own);
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

function pushBytes(stream, state, chunk, encoding) {
  if (chunk === null) return endSource(stream, state);
  let toBeDecoded = (state.bits & HAS_DECODER) !== 0;
  if (typeof chunk === 'string') {
    encoding ||= state.defaultEncoding;
    if (state.encoding === encoding) toBeDecoded = false;
    else chunk = Buffer.from(chunk, encoding);
  } else {
    chunk = toBuffer(stream, chunk);
    if (chunk === null) return false;
  }
  if (chunk.length === 0) return nothingPushed(stream, state);
  if (!acceptsChunk(stream, state)) return false;
  if (toBeDecoded) {
    chunk = state[kDecoderValue].write(chunk);
    if (chunk.length === 0) return nothingPushed(stream, state);
  }
  state.bits &= ~READING;
  addChunk(stream, state, chunk, false);
  return canPushMore(state);
}

// An empty chunk ends the call of _read, no more.
function nothingPushed(stream, state) {
  state.bits &= ~READING;
  readAhead(stream, state);
  return canPushMore(state);
}

function pushObject(stream, state, chunk, encoding) {
  if (chunk === null) return endSource(stream, state);
  if (!acceptsChunk(stream, state)) return false;
  state.bits &= ~READING;
  if ((state.bits & HAS_DECODER) !== 0 && !encoding) {
    chunk = state[kDecoderValue].write(chunk);
  }
  addChunk(stream, state, chunk, false);
  return canPushMore(state);
}

function acceptsChunk(stream, state) {
  const bits = state.bits;
  if ((bits & (ENDED | DESTROYED | ERRORED)) === 0) return true;
  if ((bits & ENDED) !== 0) errorOrDestroy(stream, new codes.ERR_STREAM_PUSH_AFTER_EOF());
  return false;
}

function canPushMore(state) {
  return (state.bits & ENDED) === 0 &&
    (state.length < state.highWaterMark || state.length === 0);
}

function addChunk(stream, state, chunk, first) {
  if ((state.bits & (FLOWING | SYNC | DATA_LISTENING)) === (FLOWING | DATA_LISTENING) &&
      state.length === 0) {
    // It flows and nothing is queued: straight to the listeners.
    forgetDrains(state);
    state.bits |= DATA_EMITTED;
    stream.emit('data', chunk);
  } else {
    if (first) enqueueFirst(state, chunk);
    else enqueue(state, chunk);
    if ((state.bits & NEED_READABLE) !== 0) announceReadable(stream, state);
  }
  readAhead(stream, state);
}

// push(null): always false, as nothing can follow.
function endSource(stream, state) {
  state.bits &= ~READING;
  if ((state.bits & ENDED) !== 0) return false;
  if ((state.bits & HAS_DECODER) !== 0) {
    const rest = state[kDecoderValue].end();
    if (rest?.length) enqueue(state, rest);
  }
  state.bits |= ENDED;
  if ((state.bits & SYNC) !== 0) {
    // Inside _read: wait, there may be a reader above us that takes what is left.
    if ((state.bits & (NEED_READABLE | READABLE_LISTENING | FLOWING)) !== 0) {
      announceReadable(stream, state);
    } else {
      state.bits |= END_UNANNOUNCED;
    }
  } else {
    state.bits = (state.bits & ~NEED_READABLE) | EMITTED_READABLE;
    emitReadable(stream);
  }
  return false;
}

// Fills the queue up to the high water mark from the next tick on, though nobody has asked yet.
function readAhead(stream, state) {
  if ((state.bits & (READING_MORE | READING | CONSTRUCTED)) === CONSTRUCTED) {
    state.bits |= READING_MORE;
    process.nextTick(readAheadNow, stream, state);
  }
}

function readAheadNow(stream, state) {
  while ((state.bits & (READING | ENDED)) === 0 &&
         (state.length < state.highWaterMark ||
          ((state.bits & FLOWING) !== 0 && state.length === 0))) {
    const { length } = state;
    stream.read(0);
    // Nothing came at once.
    if (length === state.length) break;
  }
  state.bits &= ~READING_MORE;
}

module.exports = { push, readAhead, unshift };
