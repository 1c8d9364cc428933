// A stretch of a file as a piece of a Blob: it is read when the Blob is, and cannot be once the file has changed.
'use strict';

const fsBinding = binding('fs');

const chunkSize = 64 * 1024;

function notReadable() {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException('The blob could not be read', 'NotReadableError');
}

// BigInts of a stat that tell whether a file has changed.
const SIZE = 8;
const MTIME = 12;
const MTIME_NS = 13;

class FilePiece {
  constructor(path, found, start, length) {
    this.path = path;
    // What the stat said when the Blob was made.
    this.found = found;
    this.start = start;
    this.length = length;
  }

  part(from, to) {
    return new FilePiece(this.path, this.found, this.start + from, to - from);
  }

  hasChanged(found) {
    const { found: before } = this;
    return found[SIZE] !== before[SIZE] || found[MTIME] !== before[MTIME] || found[MTIME_NS] !== before[MTIME_NS];
  }

  // Calls back with bytes from `offset` on: at most a chunk, none at the end.
  read(offset, callback) {
    fsBinding.open(this.path, 0, 0, (error, fd) => {
      if (error !== null) {
        callback(notReadable());
        return;
      }
      this.#readOpen(fd, offset, (bytes) => {
        fsBinding.close(fd, () => {
          if (bytes === undefined) callback(notReadable());
          else callback(null, bytes);
        });
      });
    });
  }

  #readOpen(fd, offset, done) {
    fsBinding.fstat(fd, true, (error, found) => {
      const count = Math.min(chunkSize, this.length - offset);
      if (error !== null || this.hasChanged(found)) {
        done(undefined);
      } else if (count === 0) {
        done(new Uint8Array(0));
      } else {
        const bytes = new Uint8Array(count);
        fsBinding.read(fd, bytes, 0, count, this.start + offset, (problem, got) => {
          done(problem === null && got === count ? bytes : undefined);
        });
      }
    });
  }
}

// A file as it is now.
function filePiece(path) {
  const found = fsBinding.stat(path, true, true);
  return new FilePiece(path, found, 0, Number(found[SIZE]));
}

module.exports = { FilePiece, filePiece };
