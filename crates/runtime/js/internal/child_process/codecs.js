// How messages are written on a channel: as lines of JSON, or as values that know more than JSON does.
'use strict';

const { Buffer } = require('buffer');

const kNewline = 10;
const { utf8Slice } = Buffer.prototype;

// What has come of messages that are not whole yet.
class Rest {
  constructor() {
    this.pieces = [];
    this.length = 0;
  }

  add(bytes) {
    this.pieces.push(bytes);
    this.length += bytes.length;
  }

  // All of it, with what comes last; nothing is left.
  join(bytes) {
    if (this.length === 0) return bytes;
    this.add(bytes);
    const whole = Buffer.concat(this.pieces, this.length);
    this.pieces = [];
    this.length = 0;
    return whole;
  }
}

class JsonCodec {
  constructor() {
    this.rest = new Rest();
  }

  encode(message) {
    return `${JSON.stringify(message)}\n`;
  }

  // Has `channel` take the messages that are whole by now.
  decode(bytes, channel) {
    const end = bytes.length - 1;
    // Most often it is one that has come whole.
    if (this.rest.length === 0 && bytes.indexOf(kNewline) === end) {
      channel.take(JSON.parse(utf8Slice.call(bytes, 0, end)));
    } else {
      this.decodeSeveral(bytes, bytes.lastIndexOf(kNewline), channel);
    }
  }

  decodeSeveral(bytes, end, channel) {
    if (end === -1) {
      this.rest.add(bytes);
      return;
    }
    const whole = this.rest.join(bytes.subarray(0, end));
    if (end + 1 < bytes.length) this.rest.add(bytes.subarray(end + 1));
    const lines = utf8Slice.call(whole, 0, whole.length).split('\n');
    for (let i = 0; i < lines.length; i++) channel.take(JSON.parse(lines[i]));
  }

  isAmidMessage() {
    return this.rest.length > 0;
  }
}

function create(serialization) {
  if (serialization === 'advanced') {
    const { AdvancedCodec } = require('internal/child_process/advanced');
    return new AdvancedCodec();
  }
  return new JsonCodec();
}

module.exports = { Rest, create };
