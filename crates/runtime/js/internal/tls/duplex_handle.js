// The handle of a TLSSocket whose bytes go through a stream of any kind: what a handle of the system's would be, but the
// stream has the ciphertext.
'use strict';

const { Buffer } = require('buffer');
const { setImmediate } = require('timers');
const { onOutput } = require('internal/tls/native');
const { kConsumer, kHandle } = require('internal/net/fields');
const { kEndOfFile, onRead, onShutDown, onWritten } = require('internal/stream_handle');

const kStreamGone = -9;

class DuplexHandle {
  constructor(stream, connection) {
    this.stream = stream;
    this.connection = connection;
    this.owner = null;
    this.reading = false;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    this.isClosed = false;
    // Ciphertext that the stream has not taken, in pieces.
    this.inStream = 0;
    this.waitsForWrite = false;
    this.underWay = 0;
    this.ends = false;
    this.wrap = undefined;
    connection.handle = this;
    connection.attach(undefined);
    this.onData = (chunk) => this.receive(chunk);
    this.onEnd = () => this.receiveEnd();
    stream.pause();
    stream.on('data', this.onData);
    stream.on('end', this.onEnd);
    stream.on('close', this.onEnd);
    if (stream[kHandle] && typeof stream[onRead] === 'function') this.consume(stream);
  }

  // What a socket reads from now on is ciphertext, and nothing for those who listened for its data before.
  consume(stream) {
    stream[kConsumer] = { unconsume() {} };
    const takeUsual = stream[onRead];
    stream[onRead] = (count, bytes) => {
      if (count > 0 && bytes !== undefined && !this.isClosed) this.receive(bytes);
      else if (count === kEndOfFile && !this.isClosed) this.receiveEnd();
      else Reflect.apply(takeUsual, stream, [count, bytes]);
    };
  }

  get writeQueueSize() { return this.underWay; }

  // The stream as a socket: packages get the class of such sockets from here.
  get _parentWrap() {
    const { JSStreamSocket } = require('internal/net/stream_socket');
    return this.wrap ??= new JSStreamSocket(this.stream);
  }

  readStart() {
    if (this.isClosed) return kStreamGone;
    this.reading = true;
    this.stream.resume();
    return 0;
  }

  readStop() {
    this.reading = false;
    this.stream.pause();
    return 0;
  }

  receive(chunk) {
    if (this.isClosed) return;
    this.connection.receive(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  }

  receiveEnd() {
    if (!this.isClosed) this.connection.receiveEnd();
  }

  // Ciphertext, from the connection.
  [onOutput](bytes) {
    if (this.stream.destroyed) return;
    this.inStream++;
    this.stream.write(bytes, (error) => {
      this.inStream--;
      this.settle(error);
    });
  }

  [onWritten]() {
    this.settle(undefined);
  }

  // A write is over when the stream has taken all that was made of it.
  settle(error) {
    if (this.isClosed) return;
    const isOver = this.inStream === 0 && !this.connection.hasWaiting();
    if (this.waitsForWrite && (isOver || error)) {
      this.waitsForWrite = false;
      // The callback of a write never runs inside of it.
      setImmediate(() => this.finishWrite(error));
    }
    if (this.ends && isOver && this.underWay === 0) this.finishShutdown();
  }

  write(view) {
    if (this.isClosed || this.stream.destroyed) return kStreamGone;
    this.bytesWritten += view.byteLength;
    this.underWay = view.byteLength;
    this.waitsForWrite = true;
    this.connection.write(view);
    if (this.waitsForWrite) this.settle(undefined);
    return 1;
  }

  finishWrite(error) {
    this.underWay = 0;
    if (!this.isClosed) this.owner?.[onWritten](error ? kStreamGone : 0);
    this.settle(undefined);
  }

  writeText(text, encoding) {
    return this.write(Buffer.from(text, encoding));
  }

  writeMany(list, encodings) {
    const pieces = list.map((item, index) => {
      return typeof item === 'string' ? Buffer.from(item, encodings?.[index]) : item;
    });
    return this.write(Buffer.concat(pieces));
  }

  shutdown() {
    if (this.isClosed) return kStreamGone;
    this.ends = true;
    this.connection.shutDown();
    if (this.inStream === 0 && !this.connection.hasWaiting()) process.nextTick(() => this.settle(undefined));
    return 0;
  }

  finishShutdown() {
    this.ends = false;
    this.stream.end();
    this.owner?.[onShutDown](0);
  }

  close(callback) {
    if (this.isClosed) return;
    this.isClosed = true;
    this.connection.detach();
    const { stream } = this;
    stream.removeListener('data', this.onData);
    stream.removeListener('end', this.onEnd);
    stream.removeListener('close', this.onEnd);
    if (!stream.destroyed) stream.destroy();
    if (callback !== undefined) setImmediate(callback);
  }

  ref() { this.stream.ref?.(); }
  unref() { this.stream.unref?.(); }
  hasRef() { return this.stream._handle?.hasRef?.() ?? false; }
  adoptContext() {}
}

module.exports = { DuplexHandle };
