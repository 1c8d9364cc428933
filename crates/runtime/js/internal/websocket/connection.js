// A connection that speaks the protocol of WebSockets, from the request for it to its end.
'use strict';

const { Buffer } = require('buffer');
const { kBinary, kClose, kPong, kText, ProtocolError } = require('internal/websocket/protocol');
const { frameOfBytes, frameOfText, payloadOfClose } = require('internal/websocket/frame_writer');

const kConnecting = 0;
const kOpen = 1;
const kClosing = 2;
const kClosed = 3;

// `owner` hears of onOpen(), onText(text), onBytes(bytes) and, once, onOver(code, reason, wasClean).
class Connection {
  state = kConnecting;
  protocol = '';
  extensions = '';
  // Bytes of messages that the system has not taken yet.
  waiting = 0;

  #owner;
  #request;
  #socket = null;
  #inflater = null;
  // Sends that wait for a Blob to be read, in their order, or null.
  #outbox = null;
  #isRef = true;
  // What the close frames said.
  #sentClose = false;
  #receivedClose = false;
  #hasFailed = false;
  #code = 1005;
  #reason = '';

  constructor(owner, url, protocols, fields) {
    this.#owner = owner;
    const { shakeHands } = require('internal/websocket/handshake');
    this.#request = shakeHands(url, protocols, fields,
      (socket, head, terms) => this.#settle(socket, head, terms), () => this.#refuse());
  }

  setRef(isRef) {
    this.#isRef = isRef;
    const socket = this.#socket ?? this.#request.socket;
    if (isRef) socket?.ref();
    else socket?.unref();
  }

  #refuse() {
    if (this.#socket !== null || this.state === kClosed) return;
    this.#end(1006, '', false);
  }

  #settle(socket, head, { protocol, extensions, isPacked, forgets }) {
    if (this.state !== kConnecting) {
      socket.destroy();
      return;
    }
    const { FrameReader } = require('internal/websocket/frame_reader');
    if (isPacked) this.#inflater = new (require('internal/websocket/inflater').Inflater)(forgets);
    const reader = new FrameReader(this, this.#inflater);
    this.#socket = socket;
    this.protocol = protocol;
    this.extensions = extensions;
    this.state = kOpen;
    if (!this.#isRef) socket.unref();
    socket.setNoDelay(true);
    socket.setTimeout(0);
    socket.on('error', () => {});
    socket.on('close', () => this.#finish());
    this.#owner.onOpen();
    socket.on('data', (chunk) => this.#read(reader, chunk));
    socket.on('end', () => socket.end());
    if (head.length > 0) this.#read(reader, head);
  }

  #read(reader, chunk) {
    if (this.#hasFailed) return;
    try {
      reader.read(chunk);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#fail(error.code, error.message);
    }
  }

  // The server is told why, and not waited for.
  #fail(code, reason) {
    this.#hasFailed = true;
    this.state = kClosing;
    if (!this.#sentClose) this.#socket.write(frameOfBytes(kClose, payloadOfClose(code, reason)));
    this.#sentClose = true;
    this.#socket.destroySoon();
  }

  onText(text) {
    if (this.state === kOpen) this.#owner.onText(text);
  }

  onBytes(bytes) {
    if (this.state === kOpen) this.#owner.onBytes(bytes);
  }

  onPing(bytes) {
    if (!this.#receivedClose) this.#socket.write(frameOfBytes(kPong, bytes));
  }

  onPong() {}

  onClose(code, reason) {
    this.#receivedClose = true;
    this.#code = code;
    this.#reason = reason;
    this.state = kClosing;
    if (this.#sentClose) return;
    this.#sentClose = true;
    this.#socket.write(frameOfBytes(kClose, payloadOfClose(code, '')));
  }

  #finish() {
    this.#inflater?.close();
    if (this.#receivedClose && !this.#hasFailed) this.#end(this.#code, this.#reason, true);
    else this.#end(1006, '', false);
  }

  #end(code, reason, wasClean) {
    this.state = kClosed;
    this.#owner.onOver(code, reason, wasClean);
  }

  sendText(text) {
    const length = Buffer.byteLength(text);
    this.#send(length, () => frameOfText(kText, text, length));
  }

  // `bytes` are copied, now or when those before have gone.
  sendBytes(bytes) {
    const frame = frameOfBytes(kBinary, bytes);
    this.#send(bytes.length, () => frame);
  }

  sendBlob(blob) {
    this.#outbox ??= [];
    this.waiting += blob.size;
    const letter = { size: blob.size, frame: null };
    this.#outbox.push(letter);
    blob.arrayBuffer().then((buffer) => {
      const frame = frameOfBytes(kBinary, new Uint8Array(buffer));
      letter.frame = () => frame;
      this.#flush();
    }, (error) => this.#socket.destroy(error));
  }

  #send(size, frame) {
    this.waiting += size;
    if (this.#outbox === null) this.#write(size, frame());
    else this.#outbox.push({ size, frame });
  }

  #flush() {
    while (this.#outbox.length > 0) {
      if (this.#outbox[0].frame === null) return;
      const { size, frame } = this.#outbox.shift();
      this.#write(size, frame());
    }
    this.#outbox = null;
  }

  #write(size, frame) {
    this.#socket.write(frame, () => { this.waiting -= size; });
  }

  // `code` is 1005 for none.
  close(code, reason) {
    if (this.state === kConnecting) {
      this.state = kClosing;
      this.#request.destroy();
    } else if (this.state === kOpen) {
      this.state = kClosing;
      this.#sentClose = true;
      this.#send(0, () => frameOfBytes(kClose, payloadOfClose(code, reason)));
    }
  }
}

module.exports = { Connection, kClosed, kClosing, kConnecting, kOpen };
