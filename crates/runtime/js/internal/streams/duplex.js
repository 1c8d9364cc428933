// Duplex: a stream with a readable and a writable side. It inherits from Readable and borrows the
// methods of Writable.
'use strict';

const { Stream } = require('internal/streams/legacy');
const { Readable } = require('internal/streams/readable');
const { Writable, onWrite, takeWritableOptions } = require('internal/streams/writable');
const { construct } = require('internal/streams/destroy');
const { DESTROYED } = require('internal/streams/state');
const {
  ENDED: READABLE_ENDED,
  END_EMITTED,
  ReadableState,
} = require('internal/streams/readable_state');
const { ENDED, ENDING, FINISHED, WritableState } = require('internal/streams/writable_state');

function Duplex(options) {
  if (!(this instanceof Duplex)) return new Duplex(options);
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
  this._writableState = new WritableState(options, this, true, onWrite);
  this.allowHalfOpen = options?.allowHalfOpen !== false;
  if (options) takeDuplexOptions(this, options);
  Stream.call(this, options);
  if (this._construct != null) construct(this);
}
Object.setPrototypeOf(Duplex.prototype, Readable.prototype);
Object.setPrototypeOf(Duplex, Readable);

function takeDuplexOptions(stream, options) {
  if (options.readable === false) {
    stream._readableState.readable = false;
    stream._readableState.bits |= READABLE_ENDED | END_EMITTED;
  }
  if (options.writable === false) {
    stream._writableState.writable = false;
    stream._writableState.bits |= ENDING | ENDED | FINISHED;
  }
  if (typeof options.read === 'function') stream._read = options.read;
  takeWritableOptions(stream, options);
  if (typeof options.destroy === 'function') stream._destroy = options.destroy;
  if (typeof options.construct === 'function') stream._construct = options.construct;
  if (options.signal) {
    require('internal/streams/add_abort_signal').addAbortSignalNoValidate(options.signal, stream);
  }
}

const borrowedMethods =
  ['write', 'cork', 'uncork', 'setDefaultEncoding', '_write', '_writev', 'end', 'destroy'];
for (const name of borrowedMethods) Duplex.prototype[name] = Writable.prototype[name];

const borrowedAccessors = [
  'writable',
  'writableHighWaterMark',
  'writableObjectMode',
  'writableBuffer',
  'writableLength',
  'writableFinished',
  'writableCorked',
  'writableEnded',
  'writableNeedDrain',
];
for (const name of borrowedAccessors) {
  const accessor = Object.getOwnPropertyDescriptor(Writable.prototype, name);
  Object.defineProperty(Duplex.prototype, name, accessor);
}

Object.defineProperty(Duplex.prototype, 'destroyed', {
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
