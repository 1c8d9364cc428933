// How messages are written on a channel: as lines of JSON, or as values that know more than JSON does.
'use strict';

const { Buffer } = require('buffer');

const kNewline = 10;

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

  // The messages that are whole by now.
  decode(bytes) {
    const end = bytes.lastIndexOf(kNewline);
    if (end === -1) {
      this.rest.add(bytes);
      return [];
    }
    const whole = this.rest.join(bytes.subarray(0, end));
    if (end + 1 < bytes.length) this.rest.add(bytes.subarray(end + 1));
    const text = Buffer.prototype.utf8Slice.call(whole, 0, whole.length);
    if (!text.includes('\n')) return [JSON.parse(text)];
    return text.split('\n').map((line) => JSON.parse(line));
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
