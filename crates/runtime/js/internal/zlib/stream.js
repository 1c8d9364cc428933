// ZlibBase: a Transform around a codec. A chunk goes to the pool, and what comes back is pushed, in pieces of at most
// `chunkSize`; the next step waits until the reader has room.
'use strict';

const { Buffer, kMaxLength } = require('buffer');
const { Transform } = require('stream');
const { codes: errors } = require('internal/errors');
const { FastBuffer, asBuffer } = require('internal/buffer/fast_buffer');
const { validateBoolean } = require('internal/validators');
const { constants } = require('internal/zlib/constants');
const { CodecHandle } = require('internal/zlib/handle');
const { numberOr } = require('internal/zlib/checks');

// As much output is made at once, however large chunks may be.
const kMostRoom = 16 * 1024 * 1024;

// What is left to do when the reader has room again.
const kPaused = Symbol('kPaused');

// A wish to flush, which waits in the queue of writes for its turn.
class FlushRequest extends FastBuffer {
  constructor(kind) {
    super(0);
    this.kind = kind;
  }
}

// `kind` says what codec it is, `settings` how that is set up.
function ZlibBase(options, kind, settings) {
  const checked = commonOptions(options, kind);
  Reflect.apply(Transform, this, [forTransform(options)]);
  this.bytesWritten = 0;
  this._handle = new CodecHandle(kind.make(kind, settings, checked.rejectGarbageAfterEnd));
  this._outOffset = 0;
  this._chunkSize = Math.trunc(checked.chunkSize);
  this._defaultFlushFlag = checked.flush;
  this._finishFlushFlag = checked.finishFlush;
  this._defaultFullFlushFlag = kind.flushes.full;
  this._flushBoundIdx = kind.flushes.bound;
  this._info = options?.info;
  this._maxOutputLength = checked.maxOutputLength;
  this._rejectGarbageAfterEnd = checked.rejectGarbageAfterEnd;
  this[kPaused] = null;
}
Object.setPrototypeOf(ZlibBase.prototype, Transform.prototype);
Object.setPrototypeOf(ZlibBase, Transform);

// The options that all codecs have.
function commonOptions(options, { flushes }) {
  if (!options) options = { __proto__: null };
  const { Z_DEFAULT_CHUNK, Z_MIN_CHUNK, Z_MAX_CHUNK } = constants;
  const { rejectGarbageAfterEnd } = options;
  const checked = {
    chunkSize: numberOr(Z_DEFAULT_CHUNK, options.chunkSize, 'options.chunkSize', Z_MIN_CHUNK, Z_MAX_CHUNK),
    flush: numberOr(flushes.usual, options.flush, 'options.flush', 0, flushes.last),
    finishFlush: numberOr(flushes.finish, options.finishFlush, 'options.finishFlush', 0, flushes.last),
    maxOutputLength: numberOr(kMaxLength, options.maxOutputLength, 'options.maxOutputLength', 1, kMaxLength),
    rejectGarbageAfterEnd: false,
  };
  if (rejectGarbageAfterEnd !== undefined) {
    validateBoolean(rejectGarbageAfterEnd, 'options.rejectGarbageAfterEnd');
    checked.rejectGarbageAfterEnd = rejectGarbageAfterEnd;
  }
  return checked;
}

// Bytes go in and come out, whatever the options say.
function forTransform(options) {
  if (!options || !(options.encoding || options.objectMode || options.writableObjectMode)) {
    return { autoDestroy: true, ...options };
  }
  return { autoDestroy: true, ...options, encoding: null, objectMode: false, writableObjectMode: false };
}

Object.defineProperty(ZlibBase.prototype, '_closed', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return !this._handle; },
});

// Not used here: made for the programs that call `_handle.writeSync()`.
Object.defineProperty(ZlibBase.prototype, '_outBuffer', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() {
    const value = Buffer.allocUnsafe(this._chunkSize);
    Object.defineProperty(this, '_outBuffer', { value, writable: true, enumerable: true, configurable: true });
    return value;
  },
});

// What the last `_handle.writeSync()` left of room and input.
Object.defineProperty(ZlibBase.prototype, '_writeState', {
  __proto__: null,
  configurable: true,
  enumerable: false,
  get() { return this._handle?.state; },
});

function mustBeOpen(stream) {
  if (!stream._handle) throw new errors.ERR_INTERNAL_ASSERTION('zlib binding closed');
}

ZlibBase.prototype.reset = function() {
  mustBeOpen(this);
  return this._handle.reset();
};

// The last chunk ends the data by itself, so this finds nothing to write, or the end of nothing.
ZlibBase.prototype._flush = function(callback) {
  this._transform(new FastBuffer(0), '', callback);
};

// 'finish' does not wait for what is still to be read.
ZlibBase.prototype._final = function(callback) {
  callback();
};

ZlibBase.prototype.flush = function(kind, callback) {
  if (typeof kind === 'function') {
    callback = kind;
    kind = undefined;
  }
  const last = [constants.Z_BLOCK, constants.BROTLI_OPERATION_EMIT_METADATA, constants.ZSTD_e_end];
  kind = numberOr(this._defaultFullFlushFlag, kind, 'kind', 0, last[this._flushBoundIdx]);
  if (this.writableFinished) {
    if (callback) process.nextTick(callback);
  } else if (this.writableEnded) {
    if (callback) this.once('end', callback);
  } else {
    this.write(new FlushRequest(kind), '', callback);
  }
};

ZlibBase.prototype.close = function(callback) {
  if (callback) require('stream').finished(this, callback);
  this.destroy();
};

ZlibBase.prototype._destroy = function(error, callback) {
  closeHandle(this);
  callback(error);
};

function closeHandle(stream) {
  stream._handle?.close();
  stream._handle = null;
  // A write that waits for the reader will not go on.
  const paused = stream[kPaused];
  stream[kPaused] = null;
  if (paused) process.nextTick(paused.callback);
}

ZlibBase.prototype._transform = function(chunk, encoding, callback) {
  let flush = chunk instanceof FlushRequest ? chunk.kind : this._defaultFlushFlag;
  // Nothing but flushes can follow.
  if (this.writableEnded && this.writableLength === chunk.byteLength) flush = this._finishFlushFlag;
  work(this, new Piece(chunk, flush, callback));
};

// A chunk under way.
class Piece {
  constructor(chunk, flush, callback) {
    this.chunk = chunk;
    this.offset = 0;
    this.left = chunk.byteLength;
    this.flush = flush;
    this.callback = callback;
  }
}

function work(stream, piece) {
  const handle = stream._handle;
  if (!handle) {
    process.nextTick(piece.callback);
    return;
  }
  const room = Math.min(stream._chunkSize - stream._outOffset, kMostRoom);
  handle.write(piece.chunk, piece.offset, piece.left, room, piece.flush, (error, bytes, consumed) => {
    if (stream.destroyed) {
      piece.callback();
    } else if (error) {
      closeHandle(stream);
      stream.destroy(error);
    } else {
      workedOn(stream, piece, room, bytes, consumed);
    }
  });
}

function workedOn(stream, piece, room, bytes, consumed) {
  piece.offset += consumed;
  piece.left -= consumed;
  stream.bytesWritten += consumed;
  const { length } = bytes;
  const wantsMore = length > 0 ? give(stream, bytes) : true;
  if (stream.destroyed) {
    piece.callback();
  } else if (length === room) {
    // There may be more where that came from.
    if (wantsMore) work(stream, piece);
    else stream[kPaused] = piece;
  } else if (piece.left > 0 && !hasEnded(stream)) {
    finishEarly(stream, piece);
  } else {
    piece.callback();
  }
}

// Hands output to the reader. What is filled up to `chunkSize` by several writes is cut there, too.
function give(stream, bytes) {
  stream._outOffset += bytes.length;
  if (stream._outOffset >= stream._chunkSize) stream._outOffset = 0;
  return stream.push(asBuffer(bytes));
}

function hasEnded(stream) {
  return stream.readableEnded || stream._readableState.ended;
}

// The data has come to its end, the input has not.
function finishEarly(stream, piece) {
  if (stream._rejectGarbageAfterEnd) {
    stream.destroy(new errors.ERR_TRAILING_JUNK_AFTER_STREAM_END());
    return;
  }
  stream.push(null);
  piece.callback();
}

Object.defineProperty(ZlibBase.prototype, '_read', {
  __proto__: null,
  configurable: true,
  writable: true,
  value: function _read(size) {
    const paused = this[kPaused];
    if (paused === null) {
      Transform.prototype._read.call(this, size);
    } else {
      this[kPaused] = null;
      work(this, paused);
    }
  },
});

ZlibBase.prototype._processChunk = function(chunk, flush, callback) {
  if (typeof callback === 'function') {
    mustBeOpen(this);
    work(this, new Piece(chunk, flush, callback));
    return undefined;
  }
  return processSync(this, chunk, flush);
};

// All of a chunk at once; nothing of it is emitted. That closes the stream, unless a program has put another `close` on
// the handle: packages that pack without waiting, such as minizlib, do so and go on with the next chunk.
function processSync(stream, chunk, flush) {
  mustBeOpen(stream);
  if (!(stream._outOffset <= stream._chunkSize)) {
    throw outOfRange('output buffer is out of bounds');
  }
  const handle = stream._handle;
  try {
    return allOutput(stream, handle, chunk, flush);
  } finally {
    handle.close();
    stream._handle = null;
  }
}

function allOutput(stream, handle, chunk, flush) {
  const room = Math.min(stream._chunkSize, kMostRoom);
  const parts = [];
  let total = 0;
  let offset = 0;
  let isFull = true;
  while (isFull) {
    const { 0: bytes, 1: consumed } = handle.step(chunk, offset, chunk.byteLength - offset, room, flush);
    offset += consumed;
    total += bytes.length;
    if (total > stream._maxOutputLength) throw new errors.ERR_BUFFER_TOO_LARGE(stream._maxOutputLength);
    parts.push(bytes);
    isFull = bytes.length === room;
  }
  stream.bytesWritten = offset;
  if (offset < chunk.byteLength && stream._rejectGarbageAfterEnd) {
    throw new errors.ERR_TRAILING_JUNK_AFTER_STREAM_END();
  }
  return asBuffer(parts.length === 1 ? parts[0] : Buffer.concat(parts, total));
}

function outOfRange(message) {
  const error = new RangeError(message);
  error.code = 'ERR_OUT_OF_RANGE';
  return error;
}

module.exports = { ZlibBase, commonOptions, outOfRange, processSync };
