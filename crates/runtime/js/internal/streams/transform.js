// Transform: a Duplex whose output is made from its input, chunk by chunk. A write is done when its
// output has room in the readable queue, so the reader's pace is felt by the writer.
'use strict';

const { Duplex } = require('internal/streams/duplex');
const { codes } = require('internal/errors');
const { SYNC, highWaterMarkFrom } = require('internal/streams/state');
const { ENDED: READABLE_ENDED } = require('internal/streams/readable_state');
const { ENDED } = require('internal/streams/writable_state');

// The callback of a write whose output found the queue full.
const kCallback = Symbol('kCallback');
// The write under way: its callback, and how much there was to read before. There is only one at a
// time, so one function per stream serves as the callback of all calls of _transform.
const kWriteCallback = Symbol('kWriteCallback');
const kLengthBefore = Symbol('kLengthBefore');
const kOnTransformed = Symbol('kOnTransformed');

function Transform(options) {
  if (!(this instanceof Transform)) return new Transform(options);
  Duplex.call(this, forTransform(options));
  // _read only lets writes go on: a push is never inside of it.
  this._readableState.bits &= ~SYNC;
  this[kCallback] = null;
  this[kWriteCallback] = null;
  this[kLengthBefore] = 0;
  this[kOnTransformed] = (error, output) => onTransformed(this, error, output);
  if (options) {
    if (typeof options.transform === 'function') this._transform = options.transform;
    if (typeof options.flush === 'function') this._flush = options.flush;
  }
  this.on('prefinish', prefinish);
}
Object.setPrototypeOf(Transform.prototype, Duplex.prototype);
Object.setPrototypeOf(Transform, Duplex);

// A reader who wants no read-ahead (a mark of 0) does not want the writing side to buffer for it.
function forTransform(options) {
  if (!options) return options;
  const mark = highWaterMarkFrom(options, false, 'readableHighWaterMark', true);
  if (mark !== 0) return options;
  return {
    ...options,
    highWaterMark: null,
    readableHighWaterMark: 0,
    writableHighWaterMark: options.writableHighWaterMark || 0,
  };
}

// The method _final, unless a subclass has its own.
function final(callback) {
  if (typeof this._flush !== 'function' || this.destroyed) {
    this.push(null);
    callback?.();
    return;
  }
  this._flush((error, data) => {
    if (error) {
      if (callback) callback(error);
      else this.destroy(error);
      return;
    }
    if (data != null) this.push(data);
    this.push(null);
    callback?.();
  });
}

// With a _final of the subclass's, flushing comes after it.
function prefinish() {
  if (this._final !== final) final.call(this);
}

Transform.prototype._final = final;

Transform.prototype._transform = function(chunk, encoding, callback) {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_transform()');
};

Transform.prototype._write = function(chunk, encoding, callback) {
  this[kWriteCallback] = callback;
  this[kLengthBefore] = this._readableState.length;
  this._transform(chunk, encoding, this[kOnTransformed]);
};

function onTransformed(stream, error, output) {
  const callback = stream[kWriteCallback];
  if (error) {
    callback(error);
    return;
  }
  if (output != null) stream.push(output);
  const readable = stream._readableState;
  if ((readable.bits & READABLE_ENDED) !== 0) {
    // Nobody reads any more: let 'end' come first.
    process.nextTick(callback);
  } else if (readable.length === stream[kLengthBefore] ||
             readable.length < readable.highWaterMark ||
             (stream._writableState.bits & ENDED) !== 0) {
    callback();
  } else {
    stream[kCallback] = callback;
  }
}

Transform.prototype._read = function() {
  const callback = this[kCallback];
  if (callback === null) return;
  this[kCallback] = null;
  callback();
};

module.exports = { Transform };
