// Transform: a Duplex whose output is made from its input, chunk by chunk. A write is done when its
// output has room in the readable queue, so the reader's pace is felt by the writer.
'use strict';

const { Duplex } = require('internal/streams/duplex');
const { codes } = require('internal/errors');
const { highWaterMarkFrom } = require('internal/streams/state');
const { ENDED: READABLE_ENDED, SYNC } = require('internal/streams/readable_bits');
const { ENDED } = require('internal/streams/writable_bits');
const { push, supplyFrom } = require('internal/streams/readable_supply');

// The callback of a write whose output found the queue full.
const kCallback = Symbol('kCallback');

function Transform(options) {
  if (new.target === undefined && !(this instanceof Transform)) return new Transform(options);
  Duplex.call(this, forTransform(options));
  // _read only lets writes go on: a push is never inside of it.
  this._readableState.bits &= ~SYNC;
  this[kCallback] = null;
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
  if (typeof this._flush === 'function' && !this.destroyed) {
    this._flush((error, data) => endOutput(this, callback, error, data));
  } else {
    endOutput(this, callback);
  }
}

function endOutput(stream, callback, error, last) {
  if (error) {
    if (callback) callback(error);
    else stream.destroy(error);
    return;
  }
  if (last !== undefined && last !== null) stream.push(last);
  stream.push(null);
  callback?.();
}

// With a _final of the subclass's, flushing comes after it.
function prefinish() {
  if (this._final !== final) final.call(this);
}

Transform.prototype._final = final;

Transform.prototype._transform = function(chunk, encoding, callback) {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_transform()');
};

// There is only one write at a time, so one callback per stream serves all calls of _transform.
class Work {
  constructor(stream) {
    this.callback = null;
    // How much there was to read before.
    this.lengthBefore = 0;
    this.done = doneOf(stream, this);
  }
}

// (A closure of a function, not of a method: there are fewer scopes between it and what it uses.)
function doneOf(stream, work) {
  return (error, output) => {
    const { callback } = work;
    if (error) {
      callback(error);
      return;
    }
    const readable = stream._readableState;
    if (output !== undefined && output !== null) {
      if (stream.push === push) supplyFrom(stream, readable, output, undefined);
      else stream.push(output);
    }
    if ((readable.bits & READABLE_ENDED) === 0 &&
        (readable.length === work.lengthBefore || readable.length < readable.highWaterMark)) {
      callback();
    } else {
      callBackInTime(stream, readable, callback);
    }
  };
}

// After a write whose output filled the queue, or was the last.
function callBackInTime(stream, readable, callback) {
  if ((readable.bits & READABLE_ENDED) !== 0) {
    // Nobody reads any more: let 'end' come first.
    process.nextTick(callback);
  } else if ((stream._writableState.bits & ENDED) !== 0) {
    callback();
  } else {
    stream[kCallback] = callback;
  }
}

Transform.prototype._write = function(chunk, encoding, callback) {
  const state = this._writableState;
  const work = state.work ?? (state.work = new Work(this));
  // (Nearly always the same; to compare is cheaper than to store.)
  if (work.callback !== callback) work.callback = callback;
  work.lengthBefore = this._readableState.length;
  this._transform(chunk, encoding, work.done);
};

Transform.prototype._read = function() {
  const callback = this[kCallback];
  if (callback === null) return;
  this[kCallback] = null;
  callback();
};

module.exports = { Transform };
