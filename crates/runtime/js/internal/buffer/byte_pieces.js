// The bytes of a Blob: in the pieces they came in, never copied together and never changed. Blobs share them. A piece is
// memory, or a stretch of a file (file_piece.js).
'use strict';

const { encode } = binding('encoding');

const kEmpty = [];

class BytePieces {
  // Private: blobs of the same length and type count as deeply equal, as in Node.
  #pieces;

  constructor(pieces) {
    this.#pieces = pieces;
  }

  static of(bytes) {
    return bytes.#pieces;
  }

  // The bytes from `start` up to `end`, in the same memory.
  slice(start, end) {
    const chosen = [];
    let passed = 0;
    for (const piece of this.#pieces) {
      const from = Math.max(start - passed, 0);
      const to = Math.min(end - passed, piece.length);
      if (from < to) chosen.push(partOf(piece, from, to));
      passed += piece.length;
    }
    return new BytePieces(chosen.length === 0 ? kEmpty : chosen);
  }

  // All of them in one new stretch of memory.
  join(length) {
    const all = new Uint8Array(length);
    let offset = 0;
    for (const piece of this.#pieces) {
      all.set(piece, offset);
      offset += piece.length;
    }
    return all;
  }
}

function isFile(piece) {
  return !(piece instanceof Uint8Array);
}

function partOf(piece, from, to) {
  return isFile(piece) ? piece.part(from, to) : new Uint8Array(piece.buffer, piece.byteOffset + from, to - from);
}

const piecesOf = BytePieces.of;

// The bytes of a file. It counts though it may be empty: it may grow.
function bytesOfFile(piece) {
  return new BytePieces([piece]);
}

// Collects what a Blob is made of.
class PieceList {
  constructor() {
    this.pieces = [];
    this.length = 0;
  }

  add(piece) {
    if (piece.length === 0) return;
    this.pieces.push(piece);
    this.length += piece.length;
  }

  addText(text) {
    this.add(encode(text));
  }

  // The script may change its memory later: this is a copy.
  addMemory(source) {
    const view = ArrayBuffer.isView(source) ?
      new Uint8Array(source.buffer, source.byteOffset, source.byteLength) :
      new Uint8Array(source);
    this.add(new Uint8Array(view));
  }

  addAll(bytes) {
    for (const piece of piecesOf(bytes)) this.add(piece);
  }

  finish() {
    return new BytePieces(this.pieces.length === 0 ? kEmpty : this.pieces);
  }
}

module.exports = { PieceList, bytesOfFile, isFile, piecesOf };
