// stream.duplexPair(): two duplex streams, each reading what is written to the other.
'use strict';

const { Duplex } = require('internal/streams/duplex');

const kIncoming = Symbol('kIncoming');
const kOutgoing = Symbol('kOutgoing');

// One direction. A write is over when the reader asks for more.
class Lane {
  constructor(reader) {
    this.reader = reader;
    this.afterRead = undefined;
  }

  carry(chunk, callback) {
    this.afterRead = callback;
    this.reader.push(chunk);
  }

  askForMore() {
    const callback = this.afterRead;
    this.afterRead = undefined;
    callback?.();
  }

  finish(callback) {
    this.reader.on('end', callback);
    this.reader.push(null);
  }

  // The writer is gone: with an error the reader goes too, else it may read what it has.
  breakOff(error) {
    if (this.reader.destroyed) return;
    if (error) this.reader.destroy();
    else this.reader.push(null);
  }
}

class DuplexSide extends Duplex {
  [kIncoming] = new Lane(this);
  [kOutgoing] = undefined;

  _read() {
    this[kIncoming].askForMore();
  }

  _write(chunk, encoding, callback) {
    // The other side would not ask for more after a chunk of no bytes.
    if (chunk.length === 0) process.nextTick(callback);
    else this[kOutgoing].carry(chunk, callback);
  }

  _final(callback) {
    this[kOutgoing].finish(callback);
  }

  _destroy(error, callback) {
    process.nextTick(() => this[kOutgoing].breakOff(error));
    callback(error);
  }
}

function duplexPair(options) {
  const sides = [new DuplexSide(options), new DuplexSide(options)];
  sides[0][kOutgoing] = sides[1][kIncoming];
  sides[1][kOutgoing] = sides[0][kIncoming];
  return sides;
}

module.exports = { duplexPair };
