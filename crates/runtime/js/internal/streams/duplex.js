// Duplex: a stream with a readable and a writable side. It inherits from Readable and borrows the
// methods of Writable.
'use strict';

const { Stream } = require('internal/streams/legacy');
const { Readable } = require('internal/streams/readable');
const {
  Writable,
  sideProperties,
  takeWritableOptions,
} = require('internal/streams/writable');
const { construct, takeCommonOptions } = require('internal/streams/destroy');
const { DESTROYED } = require('internal/streams/state');
const readableBits = require('internal/streams/readable_bits');
const writableBits = require('internal/streams/writable_bits');
const { noteCapture } = require('internal/streams/readable_flow');
const { ReadableState } = require('internal/streams/readable_state');
const { WritableState } = require('internal/streams/writable_state');

// What a side that never was is like.
const NEVER_READABLE = readableBits.ENDED | readableBits.END_EMITTED;
const NEVER_WRITABLE = writableBits.ENDING | writableBits.ENDED | writableBits.FINISHED;

function Duplex(options) {
  if (new.target === undefined && !(this instanceof Duplex)) return new Duplex(options);
  // With the events that most streams have, so that these share a shape.
  this._events ??= {
    close: undefined,
    error: undefined,
    prefinish: undefined,
    finish: undefined,
    drain: undefined,
    data: undefined,
    end: undefined,
    readable: undefined,
  };
  this._readableState = new ReadableState(options, this, true);
  this._writableState = new WritableState(options, this, true);
  this.allowHalfOpen = options?.allowHalfOpen !== false;
  if (options) takeDuplexOptions(this, options);
  Stream.call(this, options);
  noteCapture(this);
  if (this._construct != null) construct(this);
}
Object.setPrototypeOf(Duplex.prototype, Readable.prototype);
Object.setPrototypeOf(Duplex, Readable);

function takeDuplexOptions(stream, options) {
  if (options.readable === false) {
    stream._readableState.readable = false;
    stream._readableState.bits |= NEVER_READABLE;
  }
  if (options.writable === false) {
    stream._writableState.writable = false;
    stream._writableState.bits |= NEVER_WRITABLE;
  }
  if (typeof options.read === 'function') stream._read = options.read;
  takeWritableOptions(stream, options);
  takeCommonOptions(stream, options);
}

const { prototype } = Duplex;
const borrowed =
  ['write', 'cork', 'uncork', 'setDefaultEncoding', '_write', '_writev', 'end', 'destroy'];
for (let i = 0; i < borrowed.length; i++) prototype[borrowed[i]] = Writable.prototype[borrowed[i]];

Object.defineProperties(prototype, {
  ...sideProperties,
  destroyed: {
    __proto__: null,
    get() {
      const readable = this._readableState;
      const writable = this._writableState;
      return readable !== undefined && writable !== undefined &&
        (readable.bits & writable.bits & DESTROYED) !== 0;
    },
    // Implementers of old destroy by hand and say so here.
    set(value) {
      if (!this._readableState || !this._writableState) return;
      this._readableState.destroyed = value;
      this._writableState.destroyed = value;
    },
  },
});

Duplex.fromWeb = function(pair, options) {
  return require('internal/streams/web').duplexFromWeb(pair, options);
};
Duplex.toWeb = function(duplex, options) {
  return require('internal/streams/web').duplexToWeb(duplex, options);
};
Duplex.from = function(body) {
  return require('internal/streams/duplexify').duplexify(body, 'body');
};

module.exports = { Duplex };
