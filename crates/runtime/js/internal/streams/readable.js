// Readable: a source of chunks. The source pushes into a queue, the consumer reads from it, or lets
// it flow as 'data' events. docs/streams.md draws its states.
'use strict';

const EventEmitter = require('events');
const { AbortError, codes } = require('internal/errors');
const { Stream } = require('internal/streams/legacy');
const {
  _destroy,
  construct,
  destroy,
  destroyAndWait,
  kOnConstructed,
  takeCommonOptions,
  undestroy,
} = require('internal/streams/destroy');
const {
  CLOSED,
  DESTROYED,
  ERRORED,
  ERROR_EMITTED,
  errorOf,
} = require('internal/streams/state');
const {
  DATA_EMITTED,
  ENDED,
  END_EMITTED,
  NEED_READABLE,
} = require('internal/streams/readable_bits');
const { ReadableState, newDecoder } = require('internal/streams/readable_state');
const { fromList, replaceAll } = require('internal/streams/readable_queue');
const flow = require('internal/streams/readable_flow');
const { pipe, unpipe } = require('internal/streams/readable_pipe');
const { read } = require('internal/streams/readable_read');
const { push, readAhead, unshift } = require('internal/streams/readable_supply');
const { addDerivedMethods } = require('internal/streams/readable_derived');

function Readable(options) {
  if (new.target === undefined && !(this instanceof Readable)) return new Readable(options);
  // With the events that most streams have, so that these share a shape.
  this._events ??= {
    close: undefined,
    error: undefined,
    data: undefined,
    end: undefined,
    readable: undefined,
  };
  this._readableState = new ReadableState(options, this, false);
  if (options) {
    if (typeof options.read === 'function') this._read = options.read;
    takeCommonOptions(this, options);
  }
  Stream.call(this, options);
  flow.noteCapture(this);
  if (this._construct != null) construct(this);
}
Object.setPrototypeOf(Readable.prototype, Stream.prototype);
Object.setPrototypeOf(Readable, Stream);

ReadableState.prototype[kOnConstructed] = function onConstructed(stream) {
  if ((this.bits & NEED_READABLE) !== 0) readAhead(stream, this);
};

const { prototype } = Readable;
prototype.destroy = destroy;
prototype._undestroy = undestroy;
prototype._destroy = _destroy;
prototype[EventEmitter.captureRejectionSymbol] = function(error) {
  this.destroy(error);
};
prototype[Symbol.asyncDispose] = function() {
  const error = this.destroyed || this.readableEnded ? null : new AbortError();
  return destroyAndWait(this, error, (failure) => failure === error);
};
prototype.push = push;
prototype.unshift = unshift;
prototype.isPaused = flow.isPaused;
prototype.setEncoding = function(encoding) {
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
  replaceAll(state, text === '' ? [] : [text], text.length);
  return this;
};
prototype.read = read;
prototype._read = function(size) {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_read()');
};
prototype.pipe = pipe;
prototype.unpipe = unpipe;
prototype.on = flow.on;
prototype.addListener = flow.on;
prototype.removeListener = flow.removeListener;
prototype.off = flow.removeListener;
prototype.removeAllListeners = flow.removeAllListeners;
prototype.resume = flow.resume;
prototype.pause = flow.pause;

Object.defineProperties(prototype, {
  readable: {
    __proto__: null,
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
    __proto__: null,
    get() { return (this._readableState.bits & DATA_EMITTED) !== 0; },
  },
  readableAborted: {
    __proto__: null,
    get() {
      const state = this._readableState;
      return state.readable !== false && (state.bits & (DESTROYED | ERRORED)) !== 0 &&
        (state.bits & END_EMITTED) === 0;
    },
  },
  readableHighWaterMark: {
    __proto__: null,
    get() { return this._readableState.highWaterMark; },
  },
  readableBuffer: {
    __proto__: null,
    get() { return this._readableState?.buffer; },
  },
  readableFlowing: {
    __proto__: null,
    get() { return this._readableState.flowing; },
    set(value) {
      if (this._readableState) this._readableState.flowing = value;
    },
  },
  readableLength: {
    __proto__: null,
    get() { return this._readableState.length; },
  },
  readableObjectMode: {
    __proto__: null,
    get() { return this._readableState ? this._readableState.objectMode : false; },
  },
  readableEncoding: {
    __proto__: null,
    get() { return this._readableState ? this._readableState.encoding : null; },
  },
  errored: {
    __proto__: null,
    get() { return this._readableState ? errorOf(this._readableState) : null; },
  },
  closed: {
    __proto__: null,
    get() { return this._readableState ? (this._readableState.bits & CLOSED) !== 0 : false; },
  },
  destroyed: {
    __proto__: null,
    get() { return this._readableState ? (this._readableState.bits & DESTROYED) !== 0 : false; },
    // Implementers of old destroy by hand and say so here.
    set(value) {
      if (this._readableState) this._readableState.destroyed = value;
    },
  },
  readableEnded: {
    __proto__: null,
    get() {
      return this._readableState ? (this._readableState.bits & END_EMITTED) !== 0 : false;
    },
  },
});

Readable.ReadableState = ReadableState;
Readable._fromList = fromList;
addDerivedMethods(Readable);

module.exports = { Readable };
