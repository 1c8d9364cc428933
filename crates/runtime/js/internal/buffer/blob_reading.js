// How the bytes of a Blob are read: all of them for a promise, or piece by piece as a stream. In Node they come
// from a queue that is asked again and again, and that says between two pieces that there is nothing yet. A
// script can count these steps, in microtasks or immediates, so they are kept.
'use strict';

const { setImmediate } = require('timers');
const { isFile, piecesOf } = require('internal/buffer/byte_pieces');
const { LATER, queueMicrotask } = require('internal/webstreams/outcome');

// A promise of an ArrayBuffer with all bytes.
function readAll(bytes, length) {
  if (piecesOf(bytes).some(isFile)) return readFiles(piecesOf(bytes), length);
  return new Promise((resolve, reject) => {
    let steps = 2 * piecesOf(bytes).length;
    function step() {
      if (--steps > 0) {
        queueMicrotask(step);
        return;
      }
      try {
        resolve(bytes.join(length).buffer);
      } catch (error) {
        reject(error);
      }
    }
    step();
  });
}

// The same if there are files among the pieces.
function readFiles(pieces, length) {
  return new Promise((resolve, reject) => {
    const all = new Uint8Array(length);
    const walk = new FileWalk(pieces);
    let offset = 0;
    walk.next(function take(error, bytes) {
      if (error !== null) {
        reject(error);
      } else if (bytes === undefined) {
        resolve(all.buffer);
      } else {
        all.set(bytes, offset);
        offset += bytes.length;
        walk.next(take);
      }
    });
  });
}

// Goes through pieces of which some are files.
class FileWalk {
  #pieces;
  #index = 0;
  #offset = 0;

  constructor(pieces) {
    this.#pieces = pieces;
  }

  // Calls back with the next bytes, undefined at the end.
  next(callback) {
    const piece = this.#pieces[this.#index];
    if (piece === undefined) {
      callback(null, undefined);
    } else if (!isFile(piece)) {
      this.#index++;
      callback(null, piece);
    } else {
      piece.read(this.#offset, (error, bytes) => {
        if (error !== null) {
          callback(error);
          return;
        }
        this.#offset += bytes.length;
        if (this.#offset === piece.length) {
          this.#index++;
          this.#offset = 0;
        }
        callback(null, bytes);
      });
    }
  }
}

// Produces the same for a byte stream.
class FileProducer {
  constructor(bytes) {
    this.pulls = true;
    this.source = null;
    this.walk = new FileWalk(piecesOf(bytes));
  }

  pull() {
    return new Promise((resolve, reject) => {
      this.walk.next((error, bytes) => {
        if (error !== null) {
          reject(error);
          return;
        }
        resolve();
        if (!this.source.isOpen) return;
        if (bytes === undefined) this.end();
        else if (bytes.length > 0) this.source.enqueue(new Uint8Array(bytes));
        else this.pull().then(undefined, (failure) => this.source.fail(failure));
      });
    });
  }

  end() {
    this.source.close();
    if (this.source.offeredView() !== undefined) this.source.respond(0);
  }

  cancel() {}
}

// Produces the pieces for a byte stream, one for each pull, and the next one in advance.
class PieceProducer {
  constructor(bytes) {
    this.pulls = true;
    this.pieces = piecesOf(bytes);
    this.next = 0;
    this.isBetween = false;
    this.source = null;
    this.onImmediate = () => this.goOn();
  }

  pull() {
    this.step();
    return LATER;
  }

  step() {
    const { pieces, source } = this;
    if (this.next === pieces.length) {
      this.end();
      return;
    }
    if (this.isBetween) {
      this.isBetween = false;
    } else {
      // The reader gets memory of its own.
      const piece = new Uint8Array(pieces[this.next]);
      this.next++;
      this.isBetween = this.next < pieces.length;
      source.enqueue(piece);
    }
    setImmediate(this.onImmediate);
  }

  goOn() {
    const { source } = this;
    // Cancelled meanwhile.
    if (!source.isOpen) return;
    if (source.desiredSize < 0) source.pulled();
    else this.step();
  }

  // A reader that waits with a buffer gets it back.
  end() {
    const { source } = this;
    source.close();
    if (source.offeredView() !== undefined) source.respond(0);
  }

  cancel() {}
}

function openStream(bytes) {
  const { ByteSource } = require('internal/webstreams/byte_source');
  const { ReadableCore } = require('internal/webstreams/readable_core');
  const { ReadableStream } = require('internal/webstreams/readable_stream');
  const core = new ReadableCore();
  const producer = piecesOf(bytes).some(isFile) ? new FileProducer(bytes) : new PieceProducer(bytes);
  producer.source = new ByteSource(core, producer, 0, undefined);
  producer.source.start(undefined);
  return new ReadableStream(core);
}

// The same as text; what is cut between two pieces is put together again.
function openTextStream(bytes) {
  const { TextDecoderStream } = require('internal/webstreams/text_streams');
  const { markHandled } = require('internal/webstreams/outcome');
  const { pipe } = require('internal/webstreams/interface');
  const { readable, writable } = new TextDecoderStream();
  markHandled(pipe(openStream(bytes), writable));
  return readable;
}

module.exports = { openStream, openTextStream, readAll };
