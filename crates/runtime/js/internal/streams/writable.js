// Writable: a destination of chunks. One write is under way at a time, the others wait in a queue.
// docs/streams.md draws its states.
'use strict';

const EventEmitter = require('events');
const { AbortError, codes } = require('internal/errors');
const { Stream } = require('internal/streams/legacy');
const {
  _destroy,
  construct,
  destroy,
  destroyAndWait,
  errorOrDestroy,
  kOnConstructed,
  takeCommonOptions,
  undestroy,
} = require('internal/streams/destroy');
const {
  CLOSED,
  DESTROYED,
  ERRORED,
  checkedEncoding,
  errorOf,
} = require('internal/streams/state');
const {
  CORKED,
  ENDED,
  ENDING,
  FINISHED,
  HAS_BUFFERED,
  HAS_ON_FINISHED,
  NEED_DRAIN,
  WRITING,
} = require('internal/streams/writable_bits');
const { WritableState } = require('internal/streams/writable_state');
const { addEndCallback, tryFinish } = require('internal/streams/writable_finish');
const { accept, failWaiting, passOn, write } = require('internal/streams/writable_write');

const isInstance = Function.prototype[Symbol.hasInstance];

function Writable(options) {
  if (new.target === undefined && !isInstance.call(Writable, this)) return new Writable(options);
  // With the events that most streams have, so that these share a shape.
  this._events ??= {
    close: undefined,
    error: undefined,
    prefinish: undefined,
    finish: undefined,
    drain: undefined,
  };
  this._writableState = new WritableState(options, this, false);
  if (options) {
    takeWritableOptions(this, options);
    takeCommonOptions(this, options);
  }
  Stream.call(this, options);
  if (this._construct != null) construct(this);
}
Object.setPrototypeOf(Writable.prototype, Stream.prototype);
Object.setPrototypeOf(Writable, Stream);

// A Duplex is a Writable too, though it inherits from Readable.
Object.defineProperty(Writable, Symbol.hasInstance, {
  __proto__: null,
  value(object) {
    if (isInstance.call(this, object)) return true;
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
  if ((this.bits & WRITING) === 0) passOn(stream, this);
  if ((this.bits & ENDING) !== 0) tryFinish(stream, this, false);
};

const { prototype } = Writable;
prototype.pipe = function() {
  errorOrDestroy(this, new codes.ERR_STREAM_CANNOT_PIPE());
};
prototype.write = write;
prototype.cork = function() {
  const state = this._writableState;
  state.bits |= CORKED;
  state.corked++;
};
prototype.uncork = function() {
  const state = this._writableState;
  if (state.corked === 0) return;
  setCorks(this, state, state.corked - 1);
};

function setCorks(stream, state, count) {
  state.corked = count;
  if (count === 0) state.bits &= ~CORKED;
  if ((state.bits & WRITING) === 0) passOn(stream, state);
}

prototype.setDefaultEncoding = function setDefaultEncoding(encoding) {
  const name = typeof encoding === 'string' ? encoding.toLowerCase() : encoding;
  this._writableState.defaultEncoding = checkedEncoding(name);
  return this;
};
prototype._write = function(chunk, encoding, callback) {
  if (!this._writev) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_write()');
  this._writev([{ chunk, encoding }], callback);
};
prototype._writev = null;
prototype.end = function(chunk, encoding, callback) {
  if (typeof chunk === 'function') return endWith(this, null, null, chunk);
  if (typeof encoding === 'function') return endWith(this, chunk, null, encoding);
  return endWith(this, chunk, encoding, callback);
};

function endWith(stream, chunk, encoding, callback) {
  const state = stream._writableState;
  let refused;
  if (chunk !== null && chunk !== undefined) {
    const result = accept(stream, state, chunk, encoding);
    if (typeof result !== 'boolean') refused = result;
  }
  // Ends all corks at once.
  if (state.corked > 0) setCorks(stream, state, 0);
  const error = refused ?? beginEnd(stream, state);
  if (typeof callback === 'function') callBackAtEnd(state, error, callback);
  return stream;
}

// The error, if end() comes too late.
function beginEnd(stream, state) {
  const bits = state.bits;
  if ((bits & (ERRORED | ENDING)) === 0) {
    state.bits |= ENDING;
    tryFinish(stream, state, true);
    state.bits |= ENDED;
    return undefined;
  }
  if ((bits & FINISHED) !== 0) return new codes.ERR_STREAM_ALREADY_FINISHED('end');
  return (bits & DESTROYED) !== 0 ? new codes.ERR_STREAM_DESTROYED('end') : undefined;
}

function callBackAtEnd(state, error, callback) {
  const bits = state.bits;
  if (error) process.nextTick(callback, error);
  else if ((bits & ERRORED) !== 0) process.nextTick(callback, errorOf(state));
  else if ((bits & FINISHED) !== 0) process.nextTick(callback, null);
  else addEndCallback(state, callback);
}

// `writable` and the like, as Duplex has them too.
const sideProperties = {
  writable: {
    __proto__: null,
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
    __proto__: null,
    get() { return this._writableState ? (this._writableState.bits & FINISHED) !== 0 : false; },
  },
  writableObjectMode: {
    __proto__: null,
    get() { return this._writableState ? this._writableState.objectMode : false; },
  },
  writableBuffer: {
    __proto__: null,
    get() { return this._writableState?.getBuffer(); },
  },
  writableEnded: {
    __proto__: null,
    get() { return this._writableState ? (this._writableState.bits & ENDING) !== 0 : false; },
  },
  writableNeedDrain: {
    __proto__: null,
    get() {
      const state = this._writableState;
      return state ? (state.bits & (DESTROYED | ENDING | NEED_DRAIN)) === NEED_DRAIN : false;
    },
  },
  writableHighWaterMark: {
    __proto__: null,
    get() { return this._writableState?.highWaterMark; },
  },
  writableCorked: {
    __proto__: null,
    get() { return this._writableState ? this._writableState.corked : 0; },
  },
  writableLength: {
    __proto__: null,
    get() { return this._writableState?.length; },
  },
};

Object.defineProperties(prototype, {
  closed: {
    __proto__: null,
    get() { return this._writableState ? (this._writableState.bits & CLOSED) !== 0 : false; },
  },
  destroyed: {
    __proto__: null,
    get() { return this._writableState ? (this._writableState.bits & DESTROYED) !== 0 : false; },
    // Implementers of old destroy by hand and say so here.
    set(value) {
      if (this._writableState) this._writableState.destroyed = value;
    },
  },
  ...sideProperties,
  errored: {
    __proto__: null,
    get() { return this._writableState ? errorOf(this._writableState) : null; },
  },
  writableAborted: {
    __proto__: null,
    get() {
      const state = this._writableState;
      return state.writable !== false && (state.bits & (DESTROYED | ERRORED)) !== 0 &&
        (state.bits & FINISHED) === 0;
    },
  },
});

prototype.destroy = function(error, callback) {
  const state = this._writableState;
  const bits = state.bits;
  if ((bits & DESTROYED) === 0 && (bits & (HAS_BUFFERED | HAS_ON_FINISHED)) !== 0) {
    process.nextTick(failWaiting, state);
  }
  destroy.call(this, error, callback);
  return this;
};
prototype._undestroy = undestroy;
prototype._destroy = _destroy;
prototype[EventEmitter.captureRejectionSymbol] = function(error) {
  this.destroy(error);
};
prototype[Symbol.asyncDispose] = function() {
  const error = this.destroyed || this.writableFinished ? null : new AbortError();
  return destroyAndWait(this, error, (failure) => failure.name === 'AbortError');
};

Writable.WritableState = WritableState;
Writable.fromWeb = function(writableStream, options) {
  return require('internal/streams/web').writableFromWeb(writableStream, options);
};
Writable.toWeb = function(streamWritable) {
  return require('internal/streams/web').writableToWeb(streamWritable);
};

module.exports = { Writable, sideProperties, takeWritableOptions };
