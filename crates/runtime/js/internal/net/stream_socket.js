// A socket whose bytes go through a stream of any kind: what a TLS socket over such a stream shows as its `_parentWrap`, by
// which packages find the class. It has a handle as other sockets do, made of the stream's own methods.
'use strict';

const { Socket } = require('net');
const { Buffer } = require('buffer');
const { kEndOfFile, onRead, onShutDown, onWritten } = require('internal/stream_handle');
const { setImmediate } = require('timers');

const kStreamGone = -9;

class StreamHandle {
  constructor(stream) {
    this.stream = stream;
    this.owner = null;
    this.reading = false;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    this.isClosed = false;
    this.underWay = 0;
    this.listeners = undefined;
  }

  get writeQueueSize() { return this.underWay; }

  // Nothing is heard of the stream before somebody reads.
  listen() {
    if (this.listeners !== undefined) return;
    this.listeners = {
      data: (chunk) => this.receive(typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
      end: () => this.receiveEnd(),
    };
    this.stream.on('data', this.listeners.data);
    this.stream.on('end', this.listeners.end);
  }

  readStart() {
    if (this.isClosed) return kStreamGone;
    this.reading = true;
    this.listen();
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
    this.bytesRead += chunk.length;
    this.owner[onRead](chunk.length, chunk);
  }

  receiveEnd() {
    if (!this.isClosed) this.owner[onRead](kEndOfFile);
  }

  write(view) {
    if (this.isClosed || this.stream.destroyed || this.stream.writableEnded) return kStreamGone;
    this.bytesWritten += view.byteLength;
    this.underWay = view.byteLength;
    this.stream.write(view, (error) => {
      // The callback of a write never runs inside of it.
      setImmediate(() => this.finishWrite(error));
    });
    return 1;
  }

  finishWrite(error) {
    this.underWay = 0;
    if (!this.isClosed) this.owner[onWritten](error ? kStreamGone : 0);
  }

  writeText(text, encoding) {
    return this.write(Buffer.from(text, encoding));
  }

  writeMany(list, encodings) {
    return this.write(Buffer.concat(list.map((item, index) => {
      return typeof item === 'string' ? Buffer.from(item, encodings?.[index]) : item;
    })));
  }

  shutdown() {
    if (this.isClosed) return kStreamGone;
    this.stream.end();
    setImmediate(() => { if (!this.isClosed) this.owner[onShutDown](0); });
    return 0;
  }

  close(callback) {
    if (this.isClosed) return;
    this.isClosed = true;
    const { listeners, stream } = this;
    if (listeners !== undefined) {
      stream.removeListener('data', listeners.data);
      stream.removeListener('end', listeners.end);
    }
    if (!stream.destroyed) stream.destroy();
    if (callback !== undefined) setImmediate(callback);
  }

  ref() { this.stream.ref?.(); }
  unref() { this.stream.unref?.(); }
  hasRef() { return this.stream._handle?.hasRef?.() ?? false; }
  adoptContext() {}
}

class JSStreamSocket extends Socket {
  constructor(stream) {
    super({ handle: new StreamHandle(stream), manualStart: true });
    this.stream = stream;
    stream.on('error', (error) => this.destroy(error));
    stream.on('close', () => this.destroy());
  }
}

module.exports = { JSStreamSocket };
