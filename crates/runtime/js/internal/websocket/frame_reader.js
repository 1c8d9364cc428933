// Messages out of the frames that a server sends: https://www.rfc-editor.org/rfc/rfc6455#section-5
'use strict';

const { Buffer, isUtf8 } = require('buffer');
const { kBinary, kClose, kContinuation, kMostOfControl, kMostOfMessage, kPing, kPong, kText, ProtocolError } =
  require('internal/websocket/protocol');

const kFinal = 0x80;
const kPacked = 0x40;
const kReserved = 0x30;
const kMasked = 0x80;
const kNoBytes = Buffer.alloc(0);

// Codes that may stand in a close frame: those of the protocol, and those that programs choose.
function isCloseCode(code) {
  return code >= 1000 && code <= 1003 || code >= 1007 && code <= 1014 || code >= 3000 && code <= 4999;
}

function textOf(bytes, complaint) {
  if (!isUtf8(bytes)) throw new ProtocolError(1007, complaint);
  const hasMark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.utf8Slice(hasMark ? 3 : 0, bytes.length);
}

// What the first two bytes say. Throws for what no server may send.
function checkLead(first, second, canBePacked, isWithinMessage) {
  const kind = first & 15;
  if ((second & kMasked) !== 0) throw new ProtocolError(1002, 'Frame cannot be masked');
  if ((first & kReserved) !== 0) throw new ProtocolError(1002, 'RSV1, RSV2, RSV3 must be clear');
  if (kind > kPong || kind > kBinary && kind < kClose) throw new ProtocolError(1002, 'Invalid opcode received');
  if ((first & kPacked) !== 0 && !canBePacked) throw new ProtocolError(1002, 'Expected RSV1 to be clear.');
  if (kind >= kClose) {
    if ((first & kFinal) === 0) throw new ProtocolError(1002, 'Invalid frame type was fragmented.');
    if ((second & 127) > kMostOfControl) {
      throw new ProtocolError(1002, 'Control frame either too large or fragmented');
    }
  } else if (kind !== kContinuation && isWithinMessage) {
    throw new ProtocolError(1002, 'Expected continuation frame');
  } else if (kind === kContinuation && !isWithinMessage) {
    throw new ProtocolError(1002, 'Unexpected continuation frame');
  }
}

// Bytes that have come and were not used yet.
class Backlog {
  #chunks = [];
  #at = 0;
  size = 0;

  add(chunk) {
    this.#chunks.push(chunk);
    this.size += chunk.length;
  }

  byte(index) {
    let at = this.#at + index;
    let i = 0;
    while (at >= this.#chunks[i].length) at -= this.#chunks[i++].length;
    return this.#chunks[i][at];
  }

  // The next bytes, which must have come: where they lie if they came together, else a copy.
  take(count) {
    if (count === 0) return kNoBytes;
    this.size -= count;
    const first = this.#chunks[0];
    const at = this.#at;
    if (first.length - at < count) return this.#gather(count);
    this.#at += count;
    if (this.#at === first.length) this.#drop();
    return first.subarray(at, at + count);
  }

  #gather(count) {
    const bytes = Buffer.allocUnsafe(count);
    let done = 0;
    while (done < count) {
      const chunk = this.#chunks[0];
      const part = chunk.subarray(this.#at, this.#at + count - done);
      bytes.set(part, done);
      done += part.length;
      this.#at += part.length;
      if (this.#at === chunk.length) this.#drop();
    }
    return bytes;
  }

  #drop() {
    this.#chunks.shift();
    this.#at = 0;
  }
}

// Tells `receiver` of onText(text), onBytes(bytes), onPing(bytes), onPong(bytes) and onClose(code, reason): 1005 if there
// was no code.
class FrameReader {
  #receiver;
  // What unpacks messages, or null if none may come packed.
  #inflater;
  #backlog = new Backlog();
  #isOver = false;
  // The frame whose payload is awaited: its first byte, or -1.
  #lead = -1;
  #length = 0;
  // The message whose pieces are coming: its kind, or 0.
  #kind = 0;
  #isPacked = false;
  #pieces = [];
  #size = 0;

  constructor(receiver, inflater) {
    this.#receiver = receiver;
    this.#inflater = inflater;
  }

  // Throws a ProtocolError when the connection has to fail.
  read(chunk) {
    if (this.#isOver) return;
    this.#backlog.add(chunk);
    while (!this.#isOver && (this.#lead !== -1 || this.#readHead()) && this.#backlog.size >= this.#length) {
      const lead = this.#lead;
      this.#lead = -1;
      this.#take(lead, this.#backlog.take(this.#length));
    }
  }

  #readHead() {
    const backlog = this.#backlog;
    if (backlog.size < 2) return false;
    const first = backlog.byte(0);
    const second = backlog.byte(1);
    checkLead(first, second, this.#inflater !== null, this.#kind !== 0);
    const short = second & 127;
    const more = short < 126 ? 0 : short === 126 ? 2 : 8;
    if (backlog.size < 2 + more) return false;
    const head = backlog.take(2 + more);
    this.#length = more === 0 ? short : more === 2 ? head.readUInt16BE(2) : this.#longLength(head);
    if (this.#length + this.#size > kMostOfMessage) {
      throw new ProtocolError(1009, 'Payload size exceeds maximum allowed size');
    }
    this.#lead = first;
    return true;
  }

  #longLength(head) {
    const high = head.readUInt32BE(2);
    const low = head.readUInt32BE(6);
    if (high !== 0 || low > 0x7fffffff) throw new ProtocolError(1009, 'Received payload length > 2^31 bytes.');
    return low;
  }

  #take(lead, payload) {
    const kind = lead & 15;
    if (kind === kPing) this.#receiver.onPing(payload);
    else if (kind === kPong) this.#receiver.onPong(payload);
    else if (kind === kClose) this.#takeClose(payload);
    else this.#takePiece(lead, kind, payload);
  }

  #takeClose(payload) {
    this.#isOver = true;
    if (payload.length === 0) return this.#receiver.onClose(1005, '');
    if (payload.length === 1) throw new ProtocolError(1002, 'Received close frame with a 1-byte body.');
    const code = payload.readUInt16BE(0);
    if (!isCloseCode(code)) throw new ProtocolError(1002, 'Invalid status code');
    this.#receiver.onClose(code, textOf(payload.subarray(2), 'Invalid UTF-8'));
  }

  #takePiece(lead, kind, payload) {
    if (kind !== kContinuation) {
      this.#kind = kind;
      this.#isPacked = (lead & kPacked) !== 0;
    }
    this.#pieces.push(payload);
    this.#size += payload.length;
    if ((lead & kFinal) === 0) return;
    const whole = this.#pieces.length === 1 ? payload : Buffer.concat(this.#pieces, this.#size);
    const isText = this.#kind === kText;
    const bytes = this.#isPacked ? this.#inflater.inflate(whole) : whole;
    this.#kind = 0;
    this.#pieces = [];
    this.#size = 0;
    if (isText) this.#receiver.onText(textOf(bytes, 'Received invalid UTF-8 in text frame.'));
    else this.#receiver.onBytes(bytes);
  }
}

module.exports = { FrameReader };
