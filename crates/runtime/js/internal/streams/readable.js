// Readable: a source of chunks. The source pushes into a queue, the consumer reads from it, or lets
// it flow as 'data' events.
'use strict';

const EventEmitter = require('events');
const { AbortError, codes } = require('internal/errors');
const { Stream } = require('internal/streams/legacy');
const {
  construct,
  destroy,
  errorOrDestroy,
  kOnConstructed,
  undestroy,
} = require('internal/streams/destroy');
const {
  AUTO_DESTROY,
  CLOSED,
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  ERROR_EMITTED,
  OBJECT_MODE,
  SYNC,
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
  ReadableState,
  dequeue,
  forgetDrains,
  newDecoder,
  replaceQueue,
} = require('internal/streams/readable_state');
const {
  announceReadable,
  isPaused,
  on,
  pause,
  removeAllListeners,
  removeListener,
  resume,
} = require('internal/streams/readable_flow');
const { pipe, unpipe } = require('internal/streams/readable_pipe');
const { push, readAhead, unshift } = require('internal/streams/readable_push');
const { addDerivedMethods } = require('internal/streams/readable_derived');

const MAX_HIGH_WATER_MARK = 2 ** 30;

function Readable(options) {
  if (!(this instanceof Readable)) return new Readable(options);
  // With the events that most streams have, so that these share a shape.
  this._events ??= {
    close: undefined,
    error: undefined,
    data: undefined,
    end: undefined,
    readable: undefined,
  };
  this._readableState = new ReadableState(options, this, false);
  if (options) takeReadableOptions(this, options);
  Stream.call(this, options);
  if (this._construct != null) construct(this);
}
Object.setPrototypeOf(Readable.prototype, Stream.prototype);
Object.setPrototypeOf(Readable, Stream);

// The methods that an implementer may pass as options.
function takeReadableOptions(stream, options) {
  if (typeof options.read === 'function') stream._read = options.read;
  if (typeof options.destroy === 'function') stream._destroy = options.destroy;
  if (typeof options.construct === 'function') stream._construct = options.construct;
  if (options.signal) {
    require('internal/streams/add_abort_signal').addAbortSignalNoValidate(options.signal, stream);
  }
}

ReadableState.prototype[kOnConstructed] = function onConstructed(stream) {
  if ((this.bits & NEED_READABLE) !== 0) readAhead(stream, this);
};

Readable.prototype.destroy = destroy;
Readable.prototype._undestroy = undestroy;
Readable.prototype._destroy = function(error, callback) {
  callback(error);
};

Readable.prototype[EventEmitter.captureRejectionSymbol] = function(error) {
  this.destroy(error);
};

Readable.prototype[Symbol.asyncDispose] = function() {
  let error;
  if (!this.destroyed) {
    error = this.readableEnded ? null : new AbortError();
    this.destroy(error);
  }
  const { eos } = require('internal/streams/end_of_stream');
  return new Promise((resolve, reject) => {
    eos(this, (failure) => (failure && failure !== error ? reject(failure) : resolve(null)));
  });
};

Readable.prototype.read = function(size) {
  if (size === undefined) size = NaN;
  else if (!Number.isInteger(size)) size = Number.parseInt(size, 10);
  const state = this._readableState;
  const asked = size;

  if (size > state.highWaterMark) state.highWaterMark = raisedHighWaterMark(size);
  if (size !== 0) state.bits &= ~EMITTED_READABLE;

  if (size === 0 && (state.bits & NEED_READABLE) !== 0 && hasEnoughToAnnounce(state)) {
    if (state.length === 0 && (state.bits & ENDED) !== 0) endReadable(this, state);
    else announceReadable(this, state);
    return null;
  }

  size = availableSize(size, state);
  if (size === 0 && (state.bits & ENDED) !== 0) {
    if (state.length === 0) endReadable(this, state);
    return null;
  }

  if (shouldFill(state, size)) {
    fill(this, state);
    // A source that answered at once may have brought what was asked for.
    if ((state.bits & READING) === 0) size = availableSize(asked, state);
  }
  return take(this, state, size, asked);
};

function raisedHighWaterMark(size) {
  if (size > MAX_HIGH_WATER_MARK) throw new codes.ERR_OUT_OF_RANGE('size', '<= 1GiB', size);
  // The next power of 2, so that ever larger reads do not raise it each time.
  return 2 ** (32 - Math.clz32(size - 1));
}

function hasEnoughToAnnounce(state) {
  if ((state.bits & ENDED) !== 0) return true;
  return state.highWaterMark === 0 ? state.length > 0 : state.length >= state.highWaterMark;
}

// How much a read of `size` gets from the queue as it is; NaN asks for what comes easiest.
function availableSize(size, state) {
  if (size <= 0 || (state.length === 0 && (state.bits & ENDED) !== 0)) return 0;
  if ((state.bits & OBJECT_MODE) !== 0) return 1;
  if (size !== size) {
    if (state.length === 0) return 0;
    return (state.bits & (FLOWING | HAS_DECODER)) === HAS_DECODER ?
      state.length :
      state.buffer[state.bufferIndex].length;
  }
  if (size <= state.length) return size;
  return (state.bits & ENDED) !== 0 ? state.length : 0;
}

function shouldFill(state, size) {
  const bits = state.bits;
  if ((bits & (ENDED | READING | DESTROYED | ERRORED | CONSTRUCTED)) !== CONSTRUCTED) return false;
  return (bits & NEED_READABLE) !== 0 || state.length === 0 ||
    state.length - size < state.highWaterMark;
}

function fill(stream, state) {
  state.bits |= READING | SYNC;
  if (state.length === 0) state.bits |= NEED_READABLE;
  try {
    stream._read(state.highWaterMark);
  } catch (thrown) {
    errorOrDestroy(stream, thrown);
  }
  state.bits &= ~SYNC;
}

function take(stream, state, size, asked) {
  const chunk = size > 0 ? dequeue(size, state) : null;
  if (chunk === null) {
    if (state.length <= state.highWaterMark) state.bits |= NEED_READABLE;
    size = 0;
  } else {
    state.length -= size;
    forgetDrains(state);
  }

  if (state.length === 0) {
    if ((state.bits & ENDED) === 0) state.bits |= NEED_READABLE;
    else if (asked !== size) endReadable(stream, state);
  }

  if (chunk !== null && (state.bits & (ERROR_EMITTED | CLOSE_EMITTED)) === 0) {
    state.bits |= DATA_EMITTED;
    stream.emit('data', chunk);
  }
  return chunk;
}

Readable.prototype._read = function(size) {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_read()');
};

function endReadable(stream, state) {
  if ((state.bits & (END_EMITTED | END_SCHEDULED)) !== 0) return;
  state.bits = (state.bits | ENDED | END_SCHEDULED) & ~END_UNANNOUNCED;
  process.nextTick(emitEnd, state, stream);
}

function emitEnd(state, stream) {
  state.bits &= ~END_SCHEDULED;
  if ((state.bits & (ERRORED | CLOSE_EMITTED | END_EMITTED)) !== 0 || state.length !== 0) return;
  state.bits |= END_EMITTED;
  stream.emit('end');
  if (stream.writable && stream.allowHalfOpen === false) {
    process.nextTick(endWritableSide, stream);
  } else if ((state.bits & AUTO_DESTROY) !== 0) {
    const writable = stream._writableState;
    const otherSideDone = !writable ||
      (writable.autoDestroy && (writable.finished || writable.writable === false));
    if (otherSideDone) stream.destroy();
  }
}

function endWritableSide(stream) {
  if (stream.writable && !stream.writableEnded && !stream.destroyed) stream.end();
}

Readable.prototype.setEncoding = function(encoding) {
  const state = this._readableState;
  const decoder = newDecoder(encoding);
  state.decoder = decoder;
  state.encoding = decoder.encoding;

  let text = '';
  for (let i = state.bufferIndex; i < state.buffer.length; i++) {
    text += decoder.write(state.buffer[i]);
  }
  // Nothing more will come to complete a character.
  if ((state.bits & ENDED) !== 0) text += decoder.end();
  replaceQueue(state, text === '' ? [] : [text], text.length);
  return this;
};

Object.defineProperties(Readable.prototype, {
  readable: {
    // The setter is for subclasses of old that set it themselves.
    get() {
      const state = this._readableState;
      return Boolean(state) && state.readable !== false &&
        (state.bits & (DESTROYED | ERROR_EMITTED | END_EMITTED)) === 0;
    },
    set(value) {
      if (this._readableState) this._readableState.readable = Boolean(value);
    },
  },
  readableDidRead: {
    get() { return this._readableState.dataEmitted; },
  },
  readableAborted: {
    get() {
      const state = this._readableState;
      return state.readable !== false && (state.bits & (DESTROYED | ERRORED)) !== 0 &&
        (state.bits & END_EMITTED) === 0;
    },
  },
  readableHighWaterMark: {
    get() { return this._readableState.highWaterMark; },
  },
  readableBuffer: {
    get() { return this._readableState?.buffer; },
  },
  readableFlowing: {
    get() { return this._readableState.flowing; },
    set(value) {
      if (this._readableState) this._readableState.flowing = value;
    },
  },
  readableLength: {
    get() { return this._readableState.length; },
  },
  readableObjectMode: {
    get() { return this._readableState ? this._readableState.objectMode : false; },
  },
  readableEncoding: {
    get() { return this._readableState ? this._readableState.encoding : null; },
  },
  errored: {
    get() { return this._readableState ? this._readableState.errored : null; },
  },
  closed: {
    get() { return this._readableState ? (this._readableState.bits & CLOSED) !== 0 : false; },
  },
  destroyed: {
    get() { return this._readableState ? this._readableState.destroyed : false; },
    // Implementers of old destroy by hand and say so here.
    set(value) {
      if (this._readableState) this._readableState.destroyed = value;
    },
  },
  readableEnded: {
    get() { return this._readableState ? this._readableState.endEmitted : false; },
  },
});

Readable.prototype.push = push;
Readable.prototype.unshift = unshift;
Readable.prototype.isPaused = isPaused;
Readable.prototype.resume = resume;
Readable.prototype.pause = pause;
Readable.prototype.on = on;
Readable.prototype.addListener = on;
Readable.prototype.removeListener = removeListener;
Readable.prototype.off = removeListener;
Readable.prototype.removeAllListeners = removeAllListeners;
Readable.prototype.pipe = pipe;
Readable.prototype.unpipe = unpipe;
addDerivedMethods(Readable);

Readable.ReadableState = ReadableState;
Readable._fromList = dequeue;

module.exports = { Readable };
