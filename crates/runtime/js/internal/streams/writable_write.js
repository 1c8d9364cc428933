// What happens to a chunk that is written: it goes to _write at once, or waits in the queue for the
// write under way; then its callback is called and, when there is room again, 'drain' emitted.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { errorOrDestroy, recordErrorOnBoth } = require('internal/streams/destroy');
const {
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  OBJECT_MODE,
  errorOf,
} = require('internal/streams/state');
const {
  AFTER_WRITE_PENDING,
  ALL_BUFFERS,
  ALL_NOOP,
  BUFFER_PROCESSING,
  CORKED,
  DECODE_STRINGS,
  ENDING,
  EXPECT_WRITE_CALLBACK,
  HAS_AFTER_WRITE_TICK_INFO,
  HAS_BUFFERED,
  HAS_WRITE_CALLBACK,
  NEED_DRAIN,
  SYNC,
  WRITING,
} = require('internal/streams/writable_bits');
const queue = require('internal/streams/writable_queue');
const { callBackEnded, tryFinish } = require('internal/streams/writable_finish');

const { nop } = queue;

// A chunk goes straight to _write if only the last of these is set.
const STRAIGHT_MASK = WRITING | ERRORED | CORKED | CONSTRUCTED;
const CLOSED_MASK = ENDING | DESTROYED;
const PLAIN_MASK = STRAIGHT_MASK | CLOSED_MASK;
const WRITE = WRITING | EXPECT_WRITE_CALLBACK;
const UNDER_WAY = WRITE | SYNC;
const FAILED = ERRORED | DESTROYED;
// Queued writes are passed on if only the last two of these are set.
const PASS_ON_MASK = DESTROYED | BUFFER_PROCESSING | CORKED | HAS_BUFFERED | CONSTRUCTED;
const PASS_ON = HAS_BUFFERED | CONSTRUCTED;
// A write that was done at once needs nothing more if, of these, only the first are set. (In object
// mode there is a tick after it, which shows in when 'finish' comes; here it is scheduled already.)
const NOISY = NEED_DRAIN | ENDING | HAS_WRITE_CALLBACK | HAS_BUFFERED;
const QUIET_MASK = UNDER_WAY | OBJECT_MODE | NOISY;
const QUIET_OBJECT = UNDER_WAY | OBJECT_MODE | AFTER_WRITE_PENDING;
const QUIET_OBJECT_MASK = QUIET_OBJECT | NOISY;

// The method `write`.
function write(chunk, encoding, callback) {
  const state = this._writableState;
  if (encoding === undefined && callback === undefined &&
      (state.bits & PLAIN_MASK) === CONSTRUCTED) {
    // The plain case: nothing to convert, to check or to call back. (As start() has it; a call less
    // is felt here.)
    const isObject = (state.bits & OBJECT_MODE) !== 0;
    if (isObject ? chunk !== null : chunk instanceof Buffer) {
      const size = isObject ? 1 : chunk.length;
      state.pendingcb++;
      state.length += size;
      state.writelen = size;
      state.bits |= UNDER_WAY;
      this._write(chunk, isObject ? undefined : 'buffer', state.onwrite);
      state.bits &= ~SYNC;
      return hasRoom(state);
    }
  }
  if (typeof encoding === 'function') return accept(this, state, chunk, null, encoding) === true;
  return accept(this, state, chunk, encoding, callback) === true;
}

// True, false or, when the write was refused, the error.
function accept(stream, state, chunk, encoding, callback) {
  if (typeof callback !== 'function') callback = nop;
  if (chunk === null) throw new codes.ERR_STREAM_NULL_VALUES();
  if ((state.bits & OBJECT_MODE) === 0) {
    if (!encoding) encoding = state.defaultEncoding;
    else if (encoding !== 'buffer') checkEncoding(encoding);
    if (typeof chunk !== 'string') {
      if (!(chunk instanceof Buffer)) chunk = viewToBuffer(chunk);
      encoding = 'buffer';
    } else if ((state.bits & DECODE_STRINGS) !== 0) {
      if (encoding === 'buffer') checkEncoding(encoding);
      chunk = Buffer.from(chunk, encoding);
      encoding = 'buffer';
    } else if (encoding === 'buffer') {
      checkEncoding(encoding);
    }
  }
  if ((state.bits & CLOSED_MASK) !== 0) return refuse(stream, state, callback);

  const size = (state.bits & OBJECT_MODE) !== 0 ? 1 : chunk.length;
  if ((state.bits & STRAIGHT_MASK) === CONSTRUCTED) {
    if (callback !== nop) setCallback(state, callback);
    return start(stream, state, chunk, encoding, size);
  }
  state.pendingcb++;
  state.length += size;
  queue.enqueue(state, chunk, encoding, callback);
  return hasRoom(state);
}

function checkEncoding(encoding) {
  if (!Buffer.isEncoding(encoding)) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
}

function viewToBuffer(chunk) {
  if (ArrayBuffer.isView(chunk)) {
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
  throw new codes.ERR_INVALID_ARG_TYPE(
    'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
}

function refuse(stream, state, callback) {
  const error = (state.bits & ENDING) !== 0 ?
    new codes.ERR_STREAM_WRITE_AFTER_END() :
    new codes.ERR_STREAM_DESTROYED('write');
  process.nextTick(callback, error);
  errorOrDestroy(stream, error, true);
  return error;
}

function start(stream, state, chunk, encoding, size) {
  state.pendingcb++;
  state.length += size;
  state.writelen = size;
  state.bits |= UNDER_WAY;
  stream._write(chunk, encoding, state.onwrite);
  state.bits &= ~SYNC;
  return hasRoom(state);
}

// What write() returns. Who hears false waits for 'drain'.
function hasRoom(state) {
  const { length } = state;
  if (length >= state.highWaterMark && length > 0) {
    state.bits |= NEED_DRAIN;
    return false;
  }
  return (state.bits & FAILED) === 0;
}

function setCallback(state, callback) {
  state.writeCallback = callback;
  state.bits |= HAS_WRITE_CALLBACK;
}

// The callback of the write under way, which is over.
function takeCallback(state) {
  const callback = state.writeCallback;
  // Also if there was none: who prints the stream sees that something was written.
  state.writeCallback = null;
  if ((state.bits & HAS_WRITE_CALLBACK) === 0) return nop;
  state.bits &= ~HAS_WRITE_CALLBACK;
  return callback;
}

// The function that _write calls when its chunk is done, one for all writes of a stream.
function onWriteOf(stream, state) {
  return (error) => {
    if (!error && ((state.bits & QUIET_MASK) === UNDER_WAY ||
                   (state.bits & QUIET_OBJECT_MASK) === QUIET_OBJECT)) {
      state.bits &= ~WRITE;
      state.length -= state.writelen;
      state.writelen = 0;
      state.pendingcb--;
      state.writeCallback = null;
    } else if ((state.bits & WRITING) !== 0) {
      written(stream, state, error);
    } else {
      errorOrDestroy(stream, new codes.ERR_MULTIPLE_CALLBACK());
    }
  };
}

function written(stream, state, error) {
  const { bits } = state;
  const callback = takeCallback(state);
  state.bits &= ~WRITE;
  state.length -= state.writelen;
  state.writelen = 0;

  if (error) {
    recordErrorOnBoth(stream, error);
    // Callbacks are never called inside write().
    if ((bits & SYNC) !== 0) process.nextTick(failWrite, stream, state, error, callback);
    else failWrite(stream, state, error, callback);
    return;
  }
  if ((bits & HAS_BUFFERED) !== 0) passOn(stream, state);
  if ((bits & SYNC) === 0) callBack(stream, state, 1, callback);
  else if (callback !== nop) callBackLater(stream, state, callback);
  else drainLater(stream, state);
}

// After a write without a callback: 'drain' comes in a tick, of which one serves all.
function drainLater(stream, state) {
  const bits = state.bits;
  const isDue = (bits & OBJECT_MODE) !== 0 || ((bits & NEED_DRAIN) !== 0 && state.length === 0);
  if (isDue && (bits & AFTER_WRITE_PENDING) === 0) {
    state.bits |= AFTER_WRITE_PENDING;
    process.nextTick(callBack, stream, state, 1, nop);
  } else {
    state.pendingcb--;
    if ((bits & ENDING) !== 0) tryFinish(stream, state, true);
  }
}

// One tick serves any number of writes in a row that have the same callback.
function callBackLater(stream, state, callback) {
  if ((state.bits & HAS_AFTER_WRITE_TICK_INFO) !== 0) {
    const last = state.tickInfo;
    if (last.cb === callback) {
      last.count++;
      return;
    }
  }
  const info = { count: 1, cb: callback, stream, state };
  state.tickInfo = info;
  state.bits |= AFTER_WRITE_PENDING | HAS_AFTER_WRITE_TICK_INFO;
  process.nextTick(callBackNow, info);
}

function callBackNow({ stream, state, count, cb }) {
  state.bits &= ~HAS_AFTER_WRITE_TICK_INFO;
  state.tickInfo = null;
  callBack(stream, state, count, cb);
}

// `count` writes are done, and write() has returned.
function callBack(stream, state, count, callback) {
  const bits = state.bits &= ~AFTER_WRITE_PENDING;
  const drained = state.length === 0 && (bits & (NEED_DRAIN | CLOSED_MASK)) === NEED_DRAIN;
  if (drained) {
    state.bits = bits & ~NEED_DRAIN;
    stream.emit('drain');
  }
  for (let i = 0; i < count; i++) {
    state.pendingcb--;
    callback(null);
  }
  // (Looked at again: a callback may have ended or destroyed the stream.)
  const after = state.bits & CLOSED_MASK;
  if (after !== 0) closeUp(stream, state, after);
}

function closeUp(stream, state, bits) {
  if ((bits & DESTROYED) !== 0) failWaiting(state);
  if ((bits & ENDING) !== 0) tryFinish(stream, state, true);
}

function failWrite(stream, state, error, callback) {
  state.pendingcb--;
  callback(error);
  // Writes that came after the failed one fail too.
  failWaiting(state);
  errorOrDestroy(stream, error);
}

// Calls back all that wait, writes and ends, with the stream's error.
function failWaiting(state) {
  if ((state.bits & WRITING) !== 0) return;
  if ((state.bits & HAS_BUFFERED) !== 0) {
    const isObjects = (state.bits & OBJECT_MODE) !== 0;
    const buffered = state.requests;
    for (let i = state.bufferedIndex; i < buffered.length; i++) {
      const { chunk, callback } = buffered[i];
      state.length -= isObjects ? 1 : chunk.length;
      callback(errorOf(state) ?? new codes.ERR_STREAM_DESTROYED('write'));
    }
  }
  callBackEnded(state, errorOf(state) ?? new codes.ERR_STREAM_DESTROYED('end'));
  queue.clear(state);
}

// Passes writes that wait on to _write, or to _writev if there is one and more than one waits.
function passOn(stream, state) {
  if ((state.bits & PASS_ON_MASK) !== PASS_ON) return;
  const count = queue.waiting(state);
  if (count === 0) return;
  state.bits |= BUFFER_PROCESSING;
  if (count > 1 && stream._writev) passOnTogether(stream, state, count);
  else passOnSingly(stream, state);
  state.bits &= ~BUFFER_PROCESSING;
}

function passOnTogether(stream, state, count) {
  const buffered = state.requests;
  const from = state.bufferedIndex;
  const allNoop = (state.bits & ALL_NOOP) !== 0;
  const chunks = allNoop && from === 0 ? buffered : buffered.slice(from);
  chunks.allBuffers = (state.bits & ALL_BUFFERS) !== 0;
  // One callback now stands for all.
  state.pendingcb -= count - 1;
  if (!allNoop) {
    setCallback(state, (error) => {
      for (let i = from; i < buffered.length; i++) buffered[i].callback(error);
    });
  }
  state.writelen = state.length;
  state.bits |= UNDER_WAY;
  if ((state.bits & DESTROYED) !== 0) state.onwrite(new codes.ERR_STREAM_DESTROYED('write'));
  else stream._writev(chunks, state.onwrite);
  state.bits &= ~SYNC;
  queue.clear(state);
}

function passOnSingly(stream, state) {
  const isObjects = (state.bits & OBJECT_MODE) !== 0;
  const buffered = state.requests;
  let index = state.bufferedIndex;
  do {
    const { chunk, encoding, callback } = buffered[index];
    buffered[index++] = null;
    if (callback !== nop) setCallback(state, callback);
    state.writelen = isObjects ? 1 : chunk.length;
    state.bits |= UNDER_WAY;
    if ((state.bits & DESTROYED) !== 0) state.onwrite(new codes.ERR_STREAM_DESTROYED('write'));
    else stream._write(chunk, encoding, state.onwrite);
    state.bits &= ~SYNC;
  } while (index < buffered.length && (state.bits & WRITING) === 0);
  queue.advance(state, index);
}

module.exports = {
  accept,
  failWaiting,
  onWriteOf,
  passOn,
  write,
};
