// FileHandle.pull() and pullSync(): the contents of a file as batches of bytes, for stream/iter.
'use strict';

const { Buffer } = require('buffer');
const { validateAbortSignal, validateBoolean, validateInteger } = require('internal/validators');
const { optionsFrom, splitOptions } = require('internal/streams/iter/arguments');
const { pull: pullThrough, pullSync: pullSyncThrough } = require('internal/streams/iter/pull');

const kChunkSize = 131072;
const kEverything = -1;
const kHere = -1;

// `start`: where in the file, or from where it is; `limit`: how many bytes at most.
function readOptions(given) {
  const { autoClose = false, start = kHere, limit = kEverything, chunkSize = kChunkSize } = given;
  validateBoolean(autoClose, 'options.autoClose');
  validateInteger(start, 'options.start', kHere);
  if (limit !== kEverything) validateInteger(limit, 'options.limit', 1);
  validateInteger(chunkSize, 'options.chunkSize', 1);
  return { autoClose, start, limit, chunkSize };
}

// How far reading has come.
class Reading {
  constructor({ start, limit, chunkSize }) {
    this.position = start === kHere ? null : start;
    this.left = limit === kEverything ? Infinity : limit;
    this.chunkSize = chunkSize;
  }

  // The place for what is read next; undefined if nothing is.
  room() {
    return this.left === 0 ? undefined : Buffer.allocUnsafeSlow(Math.min(this.chunkSize, this.left));
  }

  took(count) {
    this.left -= count;
    if (this.position !== null) this.position += count;
  }
}

// `lock` takes the handle for itself, and gives it back by `release(autoClose)`, which has a promise.
function pull(handle, lock, transforms) {
  const given = optionsFrom(splitOptions(transforms));
  const { signal } = given;
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  const options = readOptions(given);
  const release = lock();
  const source = {
    __proto__: null,
    async *[Symbol.asyncIterator]() {
      const reading = new Reading(options);
      try {
        for (let room = reading.room(); room !== undefined; room = reading.room()) {
          signal?.throwIfAborted();
          const { bytesRead } = await handle.read(room, 0, room.length, reading.position);
          if (bytesRead === 0) break;
          reading.took(bytesRead);
          yield [room.subarray(0, bytesRead)];
        }
      } finally {
        await release(options.autoClose);
      }
    },
  };
  if (transforms.length === 0) return source;
  return pullThrough(source, ...transforms, signal === undefined ? {} : { __proto__: null, signal });
}

function pullSync(handle, lock, transforms) {
  const options = readOptions(optionsFrom(splitOptions(transforms)));
  const { readSync } = require('fs');
  const release = lock();
  const source = {
    __proto__: null,
    *[Symbol.iterator]() {
      const reading = new Reading(options);
      try {
        for (let room = reading.room(); room !== undefined; room = reading.room()) {
          const count = readSync(handle.fd, room, 0, room.length, reading.position);
          if (count === 0) break;
          reading.took(count);
          yield [room.subarray(0, count)];
        }
      } finally {
        release(options.autoClose, true);
      }
    },
  };
  return transforms.length === 0 ? source : pullSyncThrough(source, ...transforms);
}

module.exports = { kEverything, kHere, pull, pullSync, readOptions };
