// stream.duplexPair(): two Duplex streams, each reading what is written to the other.
'use strict';

const { Duplex } = require('internal/streams/duplex');

const kOtherSide = Symbol('otherSide');
// The callback of the other side's write, until the chunk is read here.
const kCallback = Symbol('callback');

class DuplexSide extends Duplex {
  constructor(options) {
    super(options);
    this[kCallback] = null;
    this[kOtherSide] = null;
  }

  _read() {
    const callback = this[kCallback];
    if (callback === null) return;
    this[kCallback] = null;
    callback();
  }

  _write(chunk, encoding, callback) {
    const other = this[kOtherSide];
    // Nothing to read, so _read would not be called.
    if (chunk.length === 0) {
      process.nextTick(callback);
    } else {
      other[kCallback] = callback;
      other.push(chunk);
    }
  }

  _final(callback) {
    this[kOtherSide].on('end', callback);
    this[kOtherSide].push(null);
  }

  _destroy(error, callback) {
    process.nextTick(closeOther, this[kOtherSide], error);
    callback(error);
  }
}

// An error closes the other side too; else it may still read what it has, and write.
function closeOther(other, error) {
  if (other.destroyed) return;
  if (error) other.destroy();
  else other.push(null);
}

function duplexPair(options) {
  const first = new DuplexSide(options);
  const second = new DuplexSide(options);
  first[kOtherSide] = second;
  second[kOtherSide] = first;
  return [first, second];
}

module.exports = { duplexPair };
