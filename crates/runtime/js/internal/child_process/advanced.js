// Messages in V8's format: each has its length before it, in four bytes, the highest first.
'use strict';

const { Rest } = require('internal/child_process/codecs');
const { deserialize } = require('internal/serialization/read');
const { serialize } = require('internal/serialization/write');

const kHeadSize = 4;

class AdvancedCodec {
  constructor() {
    this.rest = new Rest();
    // How many bytes there must be before the next message can be whole.
    this.needed = kHeadSize;
  }

  encode(message) {
    const bytes = serialize(message, kHeadSize);
    new DataView(bytes.buffer).setUint32(0, bytes.length - kHeadSize);
    return bytes;
  }

  // Has `channel` take the messages that are whole by now.
  decode(bytes, channel) {
    if (this.rest.length + bytes.length < this.needed) {
      this.rest.add(bytes);
      return;
    }
    const whole = this.rest.join(bytes);
    const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
    const messages = [];
    let at = 0;
    this.needed = kHeadSize;
    while (whole.length - at >= kHeadSize) {
      const size = kHeadSize + view.getUint32(at);
      if (whole.length - at < size) {
        this.needed = size;
        break;
      }
      messages.push(deserialize(whole.subarray(at + kHeadSize, at + size)));
      at += size;
    }
    if (at < whole.length) this.rest.add(whole.subarray(at));
    for (let i = 0; i < messages.length; i++) channel.take(messages[i]);
  }

  isAmidMessage() {
    return this.rest.length > 0;
  }
}

module.exports = { AdvancedCodec };
