// Writable: a destination of chunks. One write is under way at a time, the others wait in a queue.
'use strict';

const EventEmitter = require('events');
const { Buffer } = require('buffer');
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
  CLOSED,
  DESTROYED,
  ERRORED,
} = require('internal/streams/state');
const {
  ENDED,
  ENDING,
  FINISHED,
  HAS_BUFFERED,
  HAS_ON_FINISHED,
  NEED_DRAIN,
  WRITING,
  WritableState,
  kOnFinishedValue,
} = require('internal/streams/writable_state');
const { finishMaybe } = require('internal/streams/writable_finish');
const {
  failBuffered,
  onWrite,
  unknownEncoding,
  write,
  writeBuffered,
} = require('internal/streams/writable_write');

function Writable(options) {
  if (!(this instanceof Writable)) return new Writable(options);
  // With the events that most streams have, so that these share a shape.
  this._events ??= {
    close: undefined,
    error: undefined,
    prefinish: undefined,
    finish: undefined,
    drain: undefined,
  };
  this._writableState = new WritableState(options, this, false, onWrite);
  if (options) {
    takeWritableOptions(this, options);
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) {
      require('internal/streams/add_abort_signal').addAbortSignalNoValidate(options.signal, this);
    }
  }
  Stream.call(this, options);
  if (this._construct != null) construct(this);
}
Object.setPrototypeOf(Writable.prototype, Stream.prototype);
Object.setPrototypeOf(Writable, Stream);

// A Duplex is a Writable too, though it inherits from Readable.
Object.defineProperty(Writable, Symbol.hasInstance, {
  value(object) {
    if (Function.prototype[Symbol.hasInstance].call(this, object)) return true;
    return this === Writable && object?._writableState instanceof WritableState;
  },
});

// The methods of the writable side that an implementer may pass as options.
function takeWritableOptions(stream, options) {
  if (typeof options.write === 'function') stream._write = options.write;
  if (typeof options.writev === 'function') stream._writev = options.writev;
  if (typeof options.final === 'function') stream._final = options.final;
}

WritableState.prototype[kOnConstructed] = function onConstructed(stream) {
  if ((this.bits & WRITING) === 0) writeBuffered(stream, this);
  if ((this.bits & ENDING) !== 0) finishMaybe(stream, this);
};

Writable.prototype.pipe = function() {
  errorOrDestroy(this, new codes.ERR_STREAM_CANNOT_PIPE());
};

Writable.prototype.write = function(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  return write(this, chunk, encoding, callback) === true;
};

Writable.prototype.cork = function() {
  this._writableState.corked++;
};

Writable.prototype.uncork = function() {
  const state = this._writableState;
  if (state.corked === 0) return;
  state.corked--;
  if ((state.bits & WRITING) === 0) writeBuffered(this, state);
};

Writable.prototype.setDefaultEncoding = function setDefaultEncoding(encoding) {
  if (typeof encoding === 'string') encoding = encoding.toLowerCase();
  if (!Buffer.isEncoding(encoding)) throw unknownEncoding(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

Writable.prototype._write = function(chunk, encoding, callback) {
  if (!this._writev) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_write()');
  this._writev([{ chunk, encoding }], callback);
};
Writable.prototype._writev = null;

Writable.prototype.end = function(chunk, encoding, callback) {
  const state = this._writableState;
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }

  let error;
  if (chunk !== null && chunk !== undefined) {
    const result = write(this, chunk, encoding);
    if (result instanceof Error) error = result;
  }
  // Ends all corks at once.
  if (state.corked > 0) {
    state.corked = 1;
    this.uncork();
  }

  if (error === undefined) {
    if ((state.bits & (ERRORED | ENDING)) === 0) {
      state.bits |= ENDING;
      finishMaybe(this, state, true);
      state.bits |= ENDED;
    } else if ((state.bits & FINISHED) !== 0) {
      error = new codes.ERR_STREAM_ALREADY_FINISHED('end');
    } else if ((state.bits & DESTROYED) !== 0) {
      error = new codes.ERR_STREAM_DESTROYED('end');
    }
  }
  if (typeof callback === 'function') callBackWhenFinished(state, error, callback);
  return this;
};

function callBackWhenFinished(state, error, callback) {
  if (error) {
    process.nextTick(callback, error);
  } else if ((state.bits & ERRORED) !== 0) {
    process.nextTick(callback, state.errored);
  } else if ((state.bits & FINISHED) !== 0) {
    process.nextTick(callback, null);
  } else if ((state.bits & HAS_ON_FINISHED) !== 0) {
    state[kOnFinishedValue].push(callback);
  } else {
    state.bits |= HAS_ON_FINISHED;
    state[kOnFinishedValue] = [callback];
  }
}

Writable.prototype.destroy = function(error, callback) {
  const state = this._writableState;
  if ((state.bits & DESTROYED) === 0 &&
      (state.bits & (HAS_BUFFERED | HAS_ON_FINISHED)) !== 0) {
    process.nextTick(failBuffered, state);
  }
  destroy.call(this, error, callback);
  return this;
};
Writable.prototype._undestroy = undestroy;
Writable.prototype._destroy = function(error, callback) {
  callback(error);
};

Writable.prototype[EventEmitter.captureRejectionSymbol] = function(error) {
  this.destroy(error);
};

Writable.prototype[Symbol.asyncDispose] = function() {
  let error;
  if (!this.destroyed) {
    error = this.writableFinished ? null : new AbortError();
    this.destroy(error);
  }
  const { eos } = require('internal/streams/end_of_stream');
  return new Promise((resolve, reject) => {
    eos(this, (failure) => {
      if (failure && failure.name !== 'AbortError') reject(failure);
      else resolve(null);
    });
  });
};

Object.defineProperties(Writable.prototype, {
  closed: {
    get() { return this._writableState ? (this._writableState.bits & CLOSED) !== 0 : false; },
  },
  destroyed: {
    get() { return this._writableState ? this._writableState.destroyed : false; },
    // Implementers of old destroy by hand and say so here.
    set(value) {
      if (this._writableState) this._writableState.destroyed = value;
    },
  },
  writable: {
    get() {
      const state = this._writableState;
      return Boolean(state) && state.writable !== false &&
        (state.bits & (DESTROYED | ERRORED | ENDING | ENDED)) === 0;
    },
    // For subclasses of old that set it themselves.
    set(value) {
      if (this._writableState) this._writableState.writable = Boolean(value);
    },
  },
  writableFinished: {
    get() { return this._writableState ? this._writableState.finished : false; },
  },
  writableObjectMode: {
    get() { return this._writableState ? this._writableState.objectMode : false; },
  },
  writableBuffer: {
    get() { return this._writableState?.getBuffer(); },
  },
  writableEnded: {
    get() { return this._writableState ? this._writableState.ending : false; },
  },
  writableNeedDrain: {
    get() {
      const state = this._writableState;
      return state ? (state.bits & (DESTROYED | ENDING | NEED_DRAIN)) === NEED_DRAIN : false;
    },
  },
  writableHighWaterMark: {
    get() { return this._writableState?.highWaterMark; },
  },
  writableCorked: {
    get() { return this._writableState ? this._writableState.corked : 0; },
  },
  writableLength: {
    get() { return this._writableState?.length; },
  },
  errored: {
    get() { return this._writableState ? this._writableState.errored : null; },
  },
  writableAborted: {
    get() {
      const state = this._writableState;
      return state.writable !== false && (state.bits & (DESTROYED | ERRORED)) !== 0 &&
        (state.bits & FINISHED) === 0;
    },
  },
});

Writable.fromWeb = function(writableStream, options) {
  return require('internal/streams/web').writableFromWeb(writableStream, options);
};
Writable.toWeb = function(streamWritable) {
  return require('internal/streams/web').writableToWeb(streamWritable);
};
Writable.WritableState = WritableState;

module.exports = { Writable, onWrite, takeWritableOptions };
