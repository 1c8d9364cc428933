// Where the bytes of a byte stream wait, and the buffers that wait to be filled with them: behind a
// ReadableByteStreamController.
'use strict';

const { Ring } = require('internal/webstreams/rings');
const { PullSource } = require('internal/webstreams/pull_source');
const { CLOSED } = require('internal/webstreams/readable_core');
const { codes, invalidState } = require('internal/webstreams/stream_errors');
const { makeRequest, withdrawRequest } = require('internal/webstreams/byob_request');
const { isDetached, transfer, viewClassOf } = require('internal/webstreams/buffers');

// For whom a buffer is filled.
const FOR_NOBODY = 0;
const FOR_READ = 1;
const FOR_READ_INTO = 2;

// A stretch of a buffer that is being filled.
class Fill {
  constructor(purpose, buffer, offset, length, elementSize, View, minimum) {
    this.purpose = purpose;
    this.buffer = buffer;
    this.bufferLength = buffer.byteLength;
    this.offset = offset;
    this.length = length;
    this.filled = 0;
    this.minimum = minimum;
    this.elementSize = elementSize;
    this.View = View;
  }

  // How many of the bytes at its end are a part of an element only.
  get loose() {
    return this.filled % this.elementSize;
  }

  // What was filled, in a buffer that nobody else has.
  toView() {
    return new this.View(transfer(this.buffer), this.offset, this.filled / this.elementSize);
  }
}

class ByteRing {
  constructor() {
    this.pieces = new Ring();
    this.total = 0;
  }

  push(buffer, offset, length) {
    this.pieces.push({ buffer, offset, length });
    this.total += length;
  }

  shift() {
    const { buffer, offset, length } = this.pieces.shift();
    this.total -= length;
    return new Uint8Array(buffer, offset, length);
  }

  // Moves bytes into `fill`. True if it has its minimum then: whole elements only, the rest stays.
  pour(fill) {
    const possible = fill.filled + Math.min(this.total, fill.length - fill.filled);
    const whole = possible - possible % fill.elementSize;
    const isEnough = whole >= fill.minimum;
    const goal = isEnough ? whole : possible;
    const target = new Uint8Array(fill.buffer, fill.offset, fill.length);
    while (fill.filled < goal) {
      const piece = this.pieces.first();
      const count = Math.min(goal - fill.filled, piece.length);
      target.set(new Uint8Array(piece.buffer, piece.offset, count), fill.filled);
      fill.filled += count;
      this.total -= count;
      if (count === piece.length) {
        this.pieces.shift();
      } else {
        piece.offset += count;
        piece.length -= count;
      }
    }
    return isEnough;
  }

  clear() {
    this.total = 0;
    if (this.pieces.length > 0) this.pieces.clear();
  }
}

class ByteSource extends PullSource {
  // `autoSize`: how large a buffer to offer to the producer for a plain read(); undefined for none.
  constructor(stream, producer, mark, autoSize) {
    super(stream, producer, mark);
    this.autoSize = autoSize;
    this.queue = new ByteRing();
    this.fills = new Ring();
    // The ReadableStreamBYOBRequest for the first fill, if the producer has asked for it.
    this.request = null;
  }

  get queueSize() {
    return this.queue.total;
  }

  get hasChunk() {
    return this.queue.total > 0;
  }

  get isByteSource() {
    return true;
  }

  take() {
    const chunk = this.queue.shift();
    this.afterTaking();
    return chunk;
  }

  afterTaking() {
    if (this.closing && this.queue.total === 0) {
      this.retire();
      this.stream.close();
    } else {
      this.ask();
    }
  }

  read(taker) {
    if (this.queue.total > 0) {
      taker.chunk(this.take());
      return;
    }
    const { autoSize } = this;
    if (autoSize !== undefined) {
      let buffer;
      try {
        buffer = new ArrayBuffer(autoSize);
      } catch (error) {
        taker.fail(error);
        return;
      }
      this.fills.push(new Fill(FOR_READ, buffer, 0, autoSize, 1, Uint8Array, 1));
    }
    this.stream.reader.takers.push(taker);
    this.ask();
  }

  // `minimum` in elements of the view.
  readInto(view, minimum, taker) {
    const View = viewClassOf(view);
    const elementSize = View.BYTES_PER_ELEMENT ?? 1;
    const { byteOffset, byteLength } = view;
    let buffer;
    try {
      buffer = transfer(view.buffer);
    } catch (error) {
      taker.fail(error);
      return;
    }
    const fill = new Fill(FOR_READ_INTO, buffer, byteOffset, byteLength, elementSize, View, minimum * elementSize);
    if (this.fills.length === 0) {
      if (this.stream.state === CLOSED) {
        taker.end(fill.toView());
        return;
      }
      if (this.queue.total > 0 && this.serve(fill, taker)) return;
    }
    this.enlist(fill, taker);
  }

  enlist(fill, taker) {
    const isFirst = this.fills.length === 0;
    this.fills.push(fill);
    this.stream.reader.takers.push(taker);
    if (isFirst) this.ask();
  }

  // Answers a read from what is there. False if that is too little, but more may come.
  serve(fill, taker) {
    if (this.queue.pour(fill)) {
      const view = fill.toView();
      this.afterTaking();
      taker.chunk(view);
      return true;
    }
    if (!this.closing) return false;
    const error = invalidState('Partial read');
    this.fail(error);
    taker.fail(error);
    return true;
  }

  enqueue(view) {
    const { buffer, byteOffset, byteLength } = view;
    const bytes = transfer(buffer);
    if (this.fills.length > 0) this.detachFirstFill();
    const { reader } = this.stream;
    if (reader === null) this.queue.push(bytes, byteOffset, byteLength);
    else if (reader.isByob) this.enqueueForFills(bytes, byteOffset, byteLength);
    else this.enqueueForReads(reader.takers, bytes, byteOffset, byteLength);
    this.ask();
  }

  // The producer gave a buffer of its own: it loses the one that was offered to it.
  detachFirstFill() {
    const fill = this.fills.first();
    if (isDetached(fill.buffer)) throw invalidState('Destination ArrayBuffer is detached');
    this.withdrawRequest();
    fill.buffer = transfer(fill.buffer);
    if (fill.purpose === FOR_NOBODY) this.keepOrphan(fill);
  }

  // What was filled for a reader that has gone since goes to the queue.
  keepOrphan(fill) {
    if (fill.filled > 0) this.enqueueCopy(fill.buffer, fill.offset, fill.filled);
    this.fills.shift();
  }

  enqueueCopy(buffer, offset, length) {
    let copy;
    try {
      copy = buffer.slice(offset, offset + length);
    } catch (error) {
      this.fail(error);
      throw error;
    }
    this.queue.push(copy, 0, length);
  }

  enqueueForReads(takers, bytes, offset, length) {
    while (takers.length > 0 && this.queue.total > 0) takers.shift().chunk(this.take());
    if (takers.length === 0) {
      this.queue.push(bytes, offset, length);
      return;
    }
    if (this.fills.length > 0) this.fills.shift();
    takers.shift().chunk(new Uint8Array(bytes, offset, length));
  }

  enqueueForFills(bytes, offset, length) {
    this.queue.push(bytes, offset, length);
    this.commitAll(this.pourIntoFills());
  }

  // The fills that are complete now. They are committed by the caller, once all are taken out:
  // committing one runs code that may read again.
  pourIntoFills() {
    const complete = [];
    while (this.fills.length > 0 && this.queue.total > 0 && this.queue.pour(this.fills.first())) {
      complete.push(this.fills.shift());
    }
    return complete;
  }

  commitAll(fills) {
    for (let i = 0; i < fills.length; i++) this.commit(fills[i]);
  }

  commit(fill) {
    const { reader, state } = this.stream;
    const view = fill.toView();
    const taker = reader.takers.shift();
    if (state === CLOSED) taker.end(fill.purpose === FOR_READ_INTO ? view : undefined);
    else taker.chunk(view);
  }

  close() {
    if (this.queue.total > 0) {
      this.closing = true;
      return;
    }
    if (this.fills.length > 0 && this.fills.first().loose !== 0) {
      const error = invalidState('Partial read');
      this.fail(error);
      throw error;
    }
    this.retire();
    this.stream.close();
  }

  // The producer has written `count` bytes into the buffer of the first fill.
  respond(count) {
    const fill = this.fills.first();
    const isClosed = this.stream.state === CLOSED;
    if (isClosed ? count !== 0 : count === 0) throw new codes.ERR_INVALID_ARG_VALUE('bytesWritten', count);
    if (fill.filled + count > fill.length) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('bytesWritten', count);
    fill.buffer = transfer(fill.buffer);
    this.advance(fill, count);
  }

  // The same, but the buffer has been somewhere else since: `view` is over its memory.
  respondWithNewView(view) {
    const fill = this.fills.first();
    const { buffer, byteOffset, byteLength } = view;
    if (this.stream.state === CLOSED) {
      if (byteLength !== 0) throw invalidState('View is not zero-length');
    } else if (byteLength === 0) {
      throw invalidState('View is zero-length');
    }
    if (fill.offset + fill.filled !== byteOffset || fill.bufferLength !== buffer.byteLength ||
        fill.filled + byteLength > fill.length) {
      throw new codes.ERR_INVALID_ARG_VALUE.RangeError('view', view);
    }
    fill.buffer = transfer(buffer);
    this.advance(fill, byteLength);
  }

  advance(fill, count) {
    this.withdrawRequest();
    if (this.stream.state === CLOSED) this.endFills(fill);
    else this.fillFurther(fill, count);
    this.ask();
  }

  // The stream was closed while reads were waiting: they get their buffers back.
  endFills(first) {
    if (first.purpose === FOR_NOBODY) this.fills.shift();
    const { reader } = this.stream;
    if (reader === null || !reader.isByob) return;
    const ended = [];
    while (ended.length < reader.takers.length) ended.push(this.fills.shift());
    this.commitAll(ended);
  }

  fillFurther(fill, count) {
    fill.filled += count;
    if (fill.purpose === FOR_NOBODY) {
      this.keepOrphan(fill);
      this.commitAll(this.pourIntoFills());
      return;
    }
    if (fill.filled < fill.minimum) return;
    this.fills.shift();
    const { loose } = fill;
    if (loose > 0) {
      this.enqueueCopy(fill.buffer, fill.offset + fill.filled - loose, loose);
      fill.filled -= loose;
    }
    const others = this.pourIntoFills();
    this.commit(fill);
    this.commitAll(others);
  }

  byobRequest() {
    if (this.request === null && this.fills.length > 0) this.request = makeRequest(this, this.offeredView());
    return this.request;
  }

  // What of the first fill is still to be filled; undefined if nobody waits with a buffer.
  offeredView() {
    if (this.fills.length === 0) return undefined;
    const fill = this.fills.first();
    return new Uint8Array(fill.buffer, fill.offset + fill.filled, fill.length - fill.filled);
  }

  withdrawRequest() {
    if (this.request === null) return;
    withdrawRequest(this.request);
    this.request = null;
  }

  drop() {
    this.withdrawRequest();
    this.fills.clear();
    this.queue.clear();
  }

  // The producer may still be filling the first buffer; what it fills is kept for the next reader.
  release() {
    if (this.fills.length === 0) return;
    const first = this.fills.shift();
    first.purpose = FOR_NOBODY;
    this.fills.clear();
    this.fills.push(first);
  }
}

module.exports = { ByteSource };
