// What happens to a chunk that is written: it goes to _write at once, or waits in the queue for the
// write under way; then its callback is called and, when there is room again, 'drain' emitted.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { errorOrDestroy, recordError } = require('internal/streams/destroy');
const {
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  OBJECT_MODE,
  SYNC,
} = require('internal/streams/state');
const {
  AFTER_WRITE_PENDING,
  ALL_BUFFERS,
  ALL_NOOP,
  BUFFER_PROCESSING,
  DECODE_STRINGS,
  ENDING,
  HAS_AFTER_WRITE_TICK_INFO,
  HAS_BUFFERED,
  NEED_DRAIN,
  WRITING,
  kAfterWriteTickInfoValue,
  kBufferedValue,
  kWriteCbValue,
} = require('internal/streams/writable_state');
const { callFinishedCallbacks, finishMaybe } = require('internal/streams/writable_finish');

// The queue drops the slots of writes that are done once there are as many.
const MAX_DONE_SLOTS = 256;

function nop() {}

// True, false or, when the write was refused, the error.
function write(stream, chunk, encoding, callback) {
  const state = stream._writableState;
  if (callback == null || typeof callback !== 'function') callback = nop;
  if (chunk === null) throw new codes.ERR_STREAM_NULL_VALUES();

  if ((state.bits & OBJECT_MODE) === 0) {
    if (!encoding) encoding = state.defaultEncoding;
    else if (encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw unknownEncoding(encoding);
    if (typeof chunk === 'string') {
      if (encoding === 'buffer') throw unknownEncoding(encoding);
      if ((state.bits & DECODE_STRINGS) !== 0) {
        chunk = Buffer.from(chunk, encoding);
        encoding = 'buffer';
      }
    } else {
      if (!(chunk instanceof Buffer)) chunk = viewToBuffer(chunk);
      encoding = 'buffer';
    }
  }

  if ((state.bits & (ENDING | DESTROYED)) !== 0) return refuseWrite(stream, state, callback);
  state.pendingcb++;
  return writeOrBuffer(stream, state, chunk, encoding, callback);
}

function unknownEncoding(encoding) {
  return new codes.ERR_UNKNOWN_ENCODING(encoding);
}

function viewToBuffer(chunk) {
  if (!ArrayBuffer.isView(chunk)) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
  }
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function refuseWrite(stream, state, callback) {
  const error = (state.bits & ENDING) !== 0 ?
    new codes.ERR_STREAM_WRITE_AFTER_END() :
    new codes.ERR_STREAM_DESTROYED('write');
  process.nextTick(callback, error);
  errorOrDestroy(stream, error, true);
  return error;
}

function writeOrBuffer(stream, state, chunk, encoding, callback) {
  const length = (state.bits & OBJECT_MODE) !== 0 ? 1 : chunk.length;
  state.length += length;
  if ((state.bits & (WRITING | ERRORED | CONSTRUCTED)) !== CONSTRUCTED || state.corked > 0) {
    addBuffered(state, chunk, encoding, callback);
  } else {
    state.writelen = length;
    state[kWriteCbValue] = callback;
    state.bits |= WRITING | SYNC;
    stream._write(chunk, encoding, state.onwrite);
    state.bits &= ~SYNC;
  }
  const roomLeft = state.length < state.highWaterMark || state.length === 0;
  if (!roomLeft) state.bits |= NEED_DRAIN;
  return roomLeft && (state.bits & (ERRORED | DESTROYED)) === 0;
}

function addBuffered(state, chunk, encoding, callback) {
  if ((state.bits & HAS_BUFFERED) === 0) {
    state.bits |= HAS_BUFFERED;
    state[kBufferedValue] = [];
  }
  state[kBufferedValue].push({ chunk, encoding, callback });
  if (callback !== nop) state.bits &= ~ALL_NOOP;
  if (encoding !== 'buffer') state.bits &= ~ALL_BUFFERS;
}

function callWritev(stream, state, chunks, callback) {
  state.writelen = state.length;
  state[kWriteCbValue] = callback;
  state.bits |= WRITING | SYNC;
  if ((state.bits & DESTROYED) !== 0) state.onwrite(new codes.ERR_STREAM_DESTROYED('write'));
  else stream._writev(chunks, state.onwrite);
  state.bits &= ~SYNC;
}

function callWrite(stream, state, { chunk, encoding, callback }) {
  state.writelen = (state.bits & OBJECT_MODE) !== 0 ? 1 : chunk.length;
  state[kWriteCbValue] = callback;
  state.bits |= WRITING | SYNC;
  if ((state.bits & DESTROYED) !== 0) state.onwrite(new codes.ERR_STREAM_DESTROYED('write'));
  else stream._write(chunk, encoding, state.onwrite);
  state.bits &= ~SYNC;
}

// Called by _write when its chunk is done.
function onWrite(stream, error) {
  const state = stream._writableState;
  if ((state.bits & WRITING) === 0) {
    errorOrDestroy(stream, new codes.ERR_MULTIPLE_CALLBACK());
    return;
  }
  const inWrite = (state.bits & SYNC) !== 0;
  const callback = state[kWriteCbValue];
  state[kWriteCbValue] = null;
  state.bits &= ~WRITING;
  state.length -= state.writelen;
  state.writelen = 0;

  if (error) {
    recordError(state, error);
    recordError(stream._readableState, error);
    if (inWrite) process.nextTick(onWriteError, stream, state, error, callback);
    else onWriteError(stream, state, error, callback);
    return;
  }
  if ((state.bits & HAS_BUFFERED) !== 0) writeBuffered(stream, state);
  if (inWrite) afterSyncWrite(stream, state, callback);
  else afterWrite(stream, state, 1, callback);
}

// Callbacks are never called inside write(). One tick serves any number of writes in a row that
// have the same callback, or none.
function afterSyncWrite(stream, state, callback) {
  const bits = state.bits;
  if (callback === nop) {
    // (Object mode would not need one, but it shows in when 'finish' comes.)
    const needsTick = (bits & OBJECT_MODE) !== 0 ||
      ((bits & NEED_DRAIN) !== 0 && state.length === 0);
    if ((bits & AFTER_WRITE_PENDING) === 0 && needsTick) {
      state.bits |= AFTER_WRITE_PENDING;
      process.nextTick(afterWrite, stream, state, 1, callback);
    } else {
      state.pendingcb--;
      if ((bits & ENDING) !== 0) finishMaybe(stream, state, true);
    }
    return;
  }
  const info = (bits & HAS_AFTER_WRITE_TICK_INFO) !== 0 ? state[kAfterWriteTickInfoValue] : null;
  if (info !== null && info.callback === callback) {
    info.count++;
  } else {
    const newInfo = { stream, state, count: 1, callback };
    state[kAfterWriteTickInfoValue] = newInfo;
    state.bits |= AFTER_WRITE_PENDING | HAS_AFTER_WRITE_TICK_INFO;
    process.nextTick(afterWriteTick, newInfo);
  }
}

function afterWriteTick({ stream, state, count, callback }) {
  state.bits &= ~HAS_AFTER_WRITE_TICK_INFO;
  state[kAfterWriteTickInfoValue] = null;
  afterWrite(stream, state, count, callback);
}

function afterWrite(stream, state, count, callback) {
  state.bits &= ~AFTER_WRITE_PENDING;
  if ((state.bits & (ENDING | DESTROYED | NEED_DRAIN)) === NEED_DRAIN && state.length === 0) {
    state.bits &= ~NEED_DRAIN;
    stream.emit('drain');
  }
  while (count-- > 0) {
    state.pendingcb--;
    callback(null);
  }
  if ((state.bits & DESTROYED) !== 0) failBuffered(state);
  if ((state.bits & ENDING) !== 0) finishMaybe(stream, state, true);
}

function onWriteError(stream, state, error, callback) {
  state.pendingcb--;
  callback(error);
  // Writes that came after the failed one fail too.
  failBuffered(state);
  errorOrDestroy(stream, error);
}

// Calls back all that wait, with the stream's error.
function failBuffered(state) {
  if ((state.bits & WRITING) !== 0) return;
  if ((state.bits & HAS_BUFFERED) !== 0) {
    const buffered = state[kBufferedValue];
    for (let i = state.bufferedIndex; i < buffered.length; i++) {
      const { chunk, callback } = buffered[i];
      state.length -= (state.bits & OBJECT_MODE) !== 0 ? 1 : chunk.length;
      callback(state.errored ?? new codes.ERR_STREAM_DESTROYED('write'));
    }
  }
  callFinishedCallbacks(state, state.errored ?? new codes.ERR_STREAM_DESTROYED('end'));
  resetBuffered(state);
}

function resetBuffered(state) {
  state[kBufferedValue] = null;
  state.bufferedIndex = 0;
  state.bits = (state.bits | ALL_BUFFERS | ALL_NOOP) & ~HAS_BUFFERED;
}

function writeBuffered(stream, state) {
  const bits = state.bits;
  if ((bits & (DESTROYED | BUFFER_PROCESSING | HAS_BUFFERED | CONSTRUCTED)) !==
      (HAS_BUFFERED | CONSTRUCTED) || state.corked > 0) {
    return;
  }
  const waiting = state[kBufferedValue].length - state.bufferedIndex;
  if (waiting === 0) return;
  state.bits |= BUFFER_PROCESSING;
  if (waiting > 1 && stream._writev) writeAllAtOnce(stream, state, waiting);
  else writeOneByOne(stream, state);
  state.bits &= ~BUFFER_PROCESSING;
}

function writeAllAtOnce(stream, state, waiting) {
  const buffered = state[kBufferedValue];
  const start = state.bufferedIndex;
  // One callback now stands for all.
  state.pendingcb -= waiting - 1;
  const callback = (state.bits & ALL_NOOP) !== 0 ? nop : (error) => {
    for (let i = start; i < buffered.length; i++) buffered[i].callback(error);
  };
  const chunks = (state.bits & ALL_NOOP) !== 0 && start === 0 ? buffered : buffered.slice(start);
  chunks.allBuffers = (state.bits & ALL_BUFFERS) !== 0;
  callWritev(stream, state, chunks, callback);
  resetBuffered(state);
}

function writeOneByOne(stream, state) {
  const buffered = state[kBufferedValue];
  let index = state.bufferedIndex;
  do {
    const entry = buffered[index];
    buffered[index++] = null;
    callWrite(stream, state, entry);
  } while (index < buffered.length && (state.bits & WRITING) === 0);

  if (index === buffered.length) {
    resetBuffered(state);
  } else if (index > MAX_DONE_SLOTS) {
    buffered.splice(0, index);
    state.bufferedIndex = 0;
  } else {
    state.bufferedIndex = index;
  }
}

module.exports = { failBuffered, onWrite, unknownEncoding, write, writeBuffered };
