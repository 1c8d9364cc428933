// Messages that come packed: https://www.rfc-editor.org/rfc/rfc7692
'use strict';

const native = binding('zlib');
const { Buffer } = require('buffer');
const { asBuffer } = require('internal/buffer/fast_buffer');
const { kMostOfMessage, ProtocolError } = require('internal/websocket/protocol');

const kRaw = 2;
const kWindowBits = 15;
const kSyncFlush = 2;
const kLeastRoom = 1024;
const kMostRoom = 1024 * 1024;
// What a sender leaves out at the end of each message.
const kTail = Buffer.from([0, 0, 0xff, 0xff]);

class Inflater {
  #codec = native.inflate(kRaw, kWindowBits, undefined, false);
  #forgets;

  // `forgets`: messages do not refer to those before.
  constructor(forgets) {
    this.#forgets = forgets;
  }

  inflate(packed) {
    const parts = [];
    const isOver = this.#add(packed, parts) || this.#add(kTail, parts);
    if (this.#forgets || isOver) native.reset(this.#codec);
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }

  close() {
    native.close(this.#codec);
  }

  // Whether the data said that it is over.
  #add(input, parts) {
    let room = Math.min(Math.max(input.length * 4, kLeastRoom), kMostRoom);
    let size = 0;
    for (let at = 0; ;) {
      const { 0: bytes, 1: consumed } = this.#step(input, at, room);
      at += consumed;
      size += bytes.length;
      if (bytes.length > 0) parts.push(asBuffer(bytes));
      if (size > kMostOfMessage) throw new ProtocolError(1009, 'Payload size exceeds maximum allowed size');
      if (bytes.length === room) room = Math.min(room * 2, kMostRoom);
      else if (at === input.length) return false;
      else if (bytes.length === 0 && consumed === 0) return true;
    }
  }

  #step(input, at, room) {
    try {
      return native.write(this.#codec, input, at, input.length - at, room, kSyncFlush, undefined);
    } catch (error) {
      throw new ProtocolError(1007, error.message);
    }
  }
}

module.exports = { Inflater };
