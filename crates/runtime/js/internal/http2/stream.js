// Http2Stream: what both sides' streams have in common. Its life: it is pending until it has a number; a side is over when
// it has said so; it is closed when both are, or when one gave up; it is destroyed when that is known and all was read.
'use strict';

const { Duplex } = require('internal/streams/duplex');
const { asBuffer } = require('internal/buffer/fast_buffer');
const { Buffer } = require('buffer');
const { codes, AbortError, ErrnoException } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');
const { errorOf, streamError } = require('internal/http2/errors');
const { fieldsText, pseudo } = require('internal/http2/fields');
const { custom, showing } = require('internal/http2/show');
const { makeTimeoutMethods } = require('internal/http2/idle_timer');
const { beginStream } = require('internal/http2/perf');
const { getAsyncContext } = require('internal/task_queue');

const kNoError = 0;
const kCanceled = -125;
const kInternalError = 2;
const kCancel = 8;
const kMostCode = 2 ** 32 - 1;

const kClientSession = 1;
const kInner = Symbol('kInner');

// What a stream knows that scripts do not see.
class Inner {
  constructor(session, id) {
    this.session = session;
    this.id = id;
    // Callbacks of what waits for the stream's number.
    this.whenReady = [];
    // The callback of the write that is under way, and how long that is.
    this.written = null;
    this.writing = 0;
    // Whether the body was ended, for the protocol.
    this.didEnd = false;
    // How many bytes have come that nobody has read yet.
    this.unread = 0;
    this.isClosed = false;
    this.isGone = false;
    this.wasAborted = false;
    this.code = undefined;
    this.didRead = false;
    this.sentHeaders = undefined;
    this.sentInfoHeaders = undefined;
    this.sentTrailers = undefined;
    this.hasBody = false;
    this.waitsForTrailers = false;
    this.wantsTrailers = false;
    this.endAfterHeaders = false;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    // What happens to the stream is told in the async context that it was made in.
    this.context = getAsyncContext();
    this.span = beginStream();
  }
}

class Http2Stream extends Duplex {
  constructor(session, id, options) {
    super({
      ...options,
      allowHalfOpen: true,
      decodeStrings: false,
      autoDestroy: false,
    });
    this.on('pause', stopReading);
    this[kInner] = new Inner(session, id);
  }

  get session() { return this[kInner].session; }
  get id() { return this[kInner].id; }
  get pending() { return this[kInner].id === undefined; }
  get closed() { return this[kInner].isClosed; }
  get aborted() { return this[kInner].wasAborted; }
  get rstCode() { return this[kInner].code ?? kNoError; }
  get endAfterHeaders() { return this[kInner].endAfterHeaders; }
  get sentHeaders() { return this[kInner].sentHeaders; }
  get sentInfoHeaders() { return this[kInner].sentInfoHeaders; }
  get sentTrailers() { return this[kInner].sentTrailers; }

  get bufferSize() {
    return this.writableLength;
  }

  get state() {
    const { session, id } = this[kInner];
    const numbers = id === undefined ? undefined : session?.[Http2Stream.kNative]?.streamState(id);
    // nghttp2 has forgotten it: both sides are closed.
    if (numbers === undefined) {
      if (id === undefined || session === undefined || session.destroyed) return {};
      return { state: 7, weight: 16, sumDependencyWeight: 0, localClose: 1, remoteClose: 1, localWindowSize: 0 };
    }
    return {
      state: numbers[0], weight: numbers[1], sumDependencyWeight: 0, localClose: numbers[2], remoteClose: numbers[3],
      localWindowSize: numbers[4],
    };
  }

  get _handleOfSession() {
    return this[kInner].session?.[Http2Stream.kNative];
  }

  // Reading.

  _read() {
    if (this.destroyed) {
      this.push(null);
      return;
    }
    const inner = this[kInner];
    inner.didRead = true;
    if (inner.id === undefined) {
      whenReady(this, () => this._read());
      return;
    }
    acknowledge(this, inner);
  }

  _takeData(bytes) {
    const inner = this[kInner];
    inner.bytesRead += bytes.length;
    inner.unread += bytes.length;
    inner.span?.receivedBytes();
    this._touch();
    const wantsMore = this.push(asBuffer(bytes));
    if (wantsMore) acknowledge(this, inner);
  }

  _takeEnd() {
    if (this.destroyed) return;
    this.push(null);
    // 'end' comes though nobody reads, if there is nothing left to be read.
    if (this.readableLength === 0) this.read(0);
  }

  // Writing.

  _write(chunk, encoding, callback) {
    this._send(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk, callback, chunk, encoding);
  }

  _writev(chunks, callback) {
    const parts = chunks.map(({ chunk, encoding }) =>
      (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk));
    this._send(parts.length === 1 ? parts[0] : Buffer.concat(parts), callback, chunks, '');
  }

  // `data` and `encoding` are the same as they were given.
  _send(bytes, callback, data, encoding) {
    const inner = this[kInner];
    if (inner.id === undefined) {
      whenReady(this, () => this._send(bytes, callback, data, encoding));
      return;
    }
    if (this.destroyed || inner.isGone) return;
    if (!this.headersSent) this._begin();
    this._tellChunk(data, encoding);
    this._touch();
    inner.bytesWritten += bytes.length;
    if (bytes.length === 0 || !inner.hasBody) {
      callback();
      return;
    }
    inner.written = callback;
    inner.writing = bytes.length;
    inner.span?.sentBytes();
    this._handleOfSession.write(inner.id, bytes);
  }

  // The end goes along with what was written last, in the same frame.
  end(chunk, encoding, callback) {
    super.end(chunk, encoding, callback);
    const inner = this[kInner];
    if (inner.written !== null && !inner.isClosed) process.nextTick(endWithWrite, this);
    return this;
  }

  _endBody() {
    const inner = this[kInner];
    if (inner.didEnd || !inner.hasBody) return;
    inner.didEnd = true;
    this._handleOfSession?.end(inner.id, inner.waitsForTrailers);
  }

  _final(callback) {
    const inner = this[kInner];
    if (inner.id === undefined) {
      whenReady(this, () => this._final(callback));
      return;
    }
    if (!inner.isGone) {
      if (!this.headersSent && !this._isHead && !inner.isClosed) this._begin();
      this._endBody();
    }
    this._tellBodySent();
    callback();
    // Nobody reads any more: what still comes is thrown away.
    if (this._isAnswer && this.readableFlowing === null) this.resume();
  }

  // What was written has become frames.
  _drained() {
    const inner = this[kInner];
    const callback = inner.written;
    inner.written = null;
    this._touch();
    if (callback !== null) callback();
  }

  // Trailers.

  _wantTrailers() {
    const inner = this[kInner];
    inner.wantsTrailers = true;
    if (!this.emit('wantTrailers') && !this.closed) this.sendTrailers({});
  }

  sendTrailers(headers) {
    const inner = this[kInner];
    if (this.destroyed || inner.isClosed) throw new codes.ERR_HTTP2_INVALID_STREAM();
    if (inner.sentTrailers !== undefined) throw new codes.ERR_HTTP2_TRAILERS_ALREADY_SENT();
    if (!inner.wantsTrailers) throw new codes.ERR_HTTP2_TRAILERS_NOT_READY();
    if (headers !== undefined && (typeof headers !== 'object' || headers === null)) {
      throw new codes.ERR_INVALID_ARG_TYPE('headers', 'Object', headers);
    }
    const sent = Object.assign({ __proto__: null }, headers);
    this._touch();
    const text = fieldsText(sent, pseudo.none);
    inner.sentTrailers = sent;
    const status = this._handleOfSession.trailers(inner.id, text);
    if (status < 0) this.destroy(errorOf(status));
  }

  // The end.

  close(code = kNoError, callback) {
    validateNumber(code, 'code');
    if (!Number.isInteger(code)) throw new codes.ERR_OUT_OF_RANGE('code', 'an integer', code);
    if (code < 0 || code > kMostCode) {
      throw new codes.ERR_OUT_OF_RANGE('code', `>= 0 && <= ${kMostCode}`, code);
    }
    if (callback !== undefined) validateFunction(callback, 'callback');
    const inner = this[kInner];
    if (inner.isClosed) return;
    if (callback !== undefined) this.once('close', callback);
    inner.isClosed = true;
    inner.code = code;
    this.setTimeout(0);
    this.removeAllListeners('timeout');
    const { ending, ended } = this._writableState;
    if (!ending) {
      // What was begun and not finished is given up, as far as the script can see.
      if (!this.aborted || (ended && !this.writableFinished)) markAborted(this);
      // Nor is what was written a whole body for the peer.
      if (inner.written !== null) inner.didEnd = true;
      this.end();
    }
    const isBusy = inner.id !== undefined && (this.writableLength > 0 || !this.writableFinished);
    if (code !== kNoError || !isBusy) reset(this, code);
    else this.once('finish', () => reset(this, code));
    tellClosed(this);
  }

  // The stream is over for the protocol.
  _streamClosed(code) {
    const inner = this[kInner];
    const wasClosed = inner.isClosed;
    inner.isGone = true;
    inner.isClosed = true;
    inner.code ??= code;
    if (this.destroyed) return;
    if (inner.written !== null || this.writableLength > 0) {
      if (!wasClosed) tellClosed(this);
      this.destroy();
      return;
    }
    if (!this._writableState.ending) {
      markAborted(this);
      this.end();
    }
    if (!wasClosed) tellClosed(this);
    if (inner.code === kNoError || inner.code === kCancel) this.push(null);
    if (inner.code !== kNoError) {
      // What is over now is told first.
      process.nextTick(destroyNext, this);
      return;
    }
    // Nobody will read what is left.
    const isUnread = wasClosed ? this.readableFlowing === null : this.readableLength === 0 && !inner.didRead;
    if (this.readableEnded || isUnread) this.resume();
    endWhenRead(this);
  }

  _destroy(error, callback) {
    const inner = this[kInner];
    const { session } = inner;
    this._stopTimer();
    const wasClosed = inner.isClosed;
    inner.isClosed = true;
    const sessionCode = session?.[Http2Stream.kCode] ?? kNoError;
    let code = inner.code;
    if (code === undefined) {
      code = error == null ? sessionCode : (error instanceof AbortError ? kCancel : kInternalError);
    } else if (error != null && code === kNoError && !inner.isGone) {
      code = error instanceof AbortError ? kCancel : kInternalError;
    }
    inner.code = code;
    // A session that ends needs no word about each stream.
    if (!inner.isGone && inner.id !== undefined && session !== undefined && !session.destroyed) {
      resetNow(session[Http2Stream.kNative], inner, code);
    }
    if (error == null && code !== kNoError && code !== kCancel) error = streamError(code);
    if (!this.writableEnded || !this.writableFinished) markAborted(this, this._writableState.ending);
    if (!wasClosed) tellClosed(this);
    if (error == null) this.push(null);
    else if (this._channels.error.hasSubscribers) this._channels.error.publish({ stream: this, error });
    inner.isGone = true;
    inner.whenReady = [];
    const { written } = inner;
    inner.written = null;
    // The write that was under way never will be.
    if (written !== null) process.nextTick(written, error ?? new ErrnoException(kCanceled, 'write'));
    session?.[Http2Stream.kForget](this, inner.id);
    inner.span?.end(inner);
    callback(error);
  }

  // Wakes what waited for the number.
  _ready(id) {
    const inner = this[kInner];
    inner.id = id;
    this.uncork();
    const waiting = inner.whenReady;
    inner.whenReady = [];
    for (let i = 0; i < waiting.length; i++) waiting[i]();
    this.emit('ready');
  }

  // For those who watch the bodies of requests.
  _tellChunk() {}
  _tellBodySent() {}

  priority() {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_STREAM();
    warnOfPriority();
  }
}
makeTimeoutMethods(Http2Stream.prototype, (stream) => stream.writableLength + stream[kInner].bytesWritten);

Http2Stream.prototype[custom] = showing('Http2Stream', {
  id: (stream) => stream.id || '<pending>', closed: 'closed', destroyed: 'destroyed', state: 'state',
  readableState: '_readableState', writableState: '_writableState',
});

// The names under which a session has what its streams need.
Http2Stream.kNative = Symbol('native');
Http2Stream.kForget = Symbol('forget');
Http2Stream.kCode = Symbol('code');

Http2Stream.prototype._isAnswer = false;

let didWarnOfPriority = false;

function warnOfPriority() {
  if (didWarnOfPriority) return;
  didWarnOfPriority = true;
  process.emitWarning('http2Stream.priority is longer supported after priority signalling was deprecated in RFC 9113',
                      'DeprecationWarning', 'DEP0194');
}

function whenReady(stream, callback) {
  stream[kInner].whenReady.push(callback);
}

// Lets the peer send as much more as was read.
function acknowledge(stream, inner) {
  const count = inner.unread;
  inner.unread = 0;
  if (count > 0 && !inner.isGone) stream._handleOfSession?.consumed(inner.id, count);
}

function stopReading() {
  this[kInner].didRead = true;
}

function tellClosed(stream) {
  const { close } = stream._channels;
  if (close.hasSubscribers) close.publish({ stream });
}

function markAborted(stream, wasEnding = false) {
  const inner = stream[kInner];
  if (inner.wasAborted || wasEnding) return;
  inner.wasAborted = true;
  stream.emit('aborted');
}

// What was written before goes first, and a request itself: a reset would overtake it.
function resetNow(native, inner, code) {
  if (inner.written !== null || inner.didEnd || inner.session?.type === kClientSession) native?.flush();
  native?.reset(inner.id, code);
}

// A stream that was destroyed meanwhile is not to look like one that has come to its end.
function endWithWrite(stream) {
  const inner = stream[kInner];
  if (inner.written === null || stream.destroyed) return;
  if (stream._writableState.ending && stream.writableLength === inner.writing) stream._endBody();
}

function destroyNext(stream) {
  process.nextTick(destroyNow, stream);
}

function destroyNow(stream) {
  stream.destroy();
}

function reset(stream, code) {
  const inner = stream[kInner];
  if (inner.isGone || stream.destroyed) return;
  if (inner.id === undefined) {
    whenReady(stream, () => reset(stream, code));
    return;
  }
  resetNow(stream._handleOfSession, inner, code);
}

// Destroys a closed stream as soon as all of it was read and written.
function endWhenRead(stream) {
  const check = () => {
    if (stream.destroyed) return;
    if ((stream.readableEnded || stream._readableState.endEmitted) && stream.writableFinished) stream.destroy();
  };
  stream.on('end', check);
  stream.on('finish', check);
  process.nextTick(check);
}

module.exports = { Http2Stream, kInner, kNoError, kCancel, kInternalError };
