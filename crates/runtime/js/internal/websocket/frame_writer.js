// Frames as a client sends them: whole messages, masked.
'use strict';

const { Buffer } = require('buffer');

const kRandomBytes = 4096;

// Masks are taken from random bytes that are had many at a time.
let random = null;
let randomUsed = kRandomBytes;

function nextMask() {
  if (randomUsed === kRandomBytes) {
    random ??= new Uint32Array(kRandomBytes / 4);
    require('crypto').randomFillSync(random);
    randomUsed = 0;
  }
  const mask = random[randomUsed >> 2];
  randomUsed += 4;
  return mask;
}

// Memory for a frame whose payload begins at a multiple of four, so that it can be masked a word at a time. Its head is
// filled in.
class Frame {
  constructor(kind, length) {
    const head = length < 126 ? 6 : length < 65536 ? 8 : 14;
    const pad = head === 8 ? 0 : 2;
    this.memory = Buffer.allocUnsafeSlow(pad + head + (length + 3 & ~3));
    this.payloadAt = pad + head;
    this.length = length;
    this.start = pad;
    this.#writeHead(kind);
  }

  #writeHead(kind) {
    const { memory, start, length } = this;
    memory[start] = 0x80 | kind;
    if (length < 126) {
      memory[start + 1] = 0x80 | length;
    } else if (length < 65536) {
      memory[start + 1] = 0x80 | 126;
      memory.writeUInt16BE(length, start + 2);
    } else {
      memory[start + 1] = 0x80 | 127;
      memory.writeUInt32BE(Math.floor(length / 0x100000000), start + 2);
      memory.writeUInt32BE(length >>> 0, start + 6);
    }
  }

  // The frame's bytes, once the payload is there.
  masked() {
    const { memory, payloadAt, length } = this;
    const words = new Uint32Array(memory.buffer, memory.byteOffset + payloadAt - 4);
    const mask = nextMask();
    words[0] = mask;
    for (let i = 1; i < words.length; i++) words[i] ^= mask;
    return memory.subarray(this.start, payloadAt + length);
  }
}

function frameOfBytes(kind, bytes) {
  const frame = new Frame(kind, bytes.length);
  frame.memory.set(bytes, frame.payloadAt);
  return frame.masked();
}

// `length` is that of the text in UTF-8.
function frameOfText(kind, text, length) {
  const frame = new Frame(kind, length);
  frame.memory.utf8Write(text, frame.payloadAt, length);
  return frame.masked();
}

// Without a code (1005) a close frame says nothing.
function payloadOfClose(code, reason) {
  if (code === 1005) return Buffer.alloc(0);
  const payload = Buffer.allocUnsafe(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code, 0);
  payload.utf8Write(reason, 2);
  return payload;
}

module.exports = { frameOfBytes, frameOfText, payloadOfClose };
