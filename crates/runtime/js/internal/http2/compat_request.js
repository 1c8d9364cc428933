// Http2ServerRequest: a request in the form that http has.
'use strict';

const { Readable } = require('internal/streams/readable');
const { codes } = require('internal/errors');
const { faceOf, kFace } = require('internal/http2/compat_socket');
const { validateString } = require('internal/validators');

const kStream = Symbol('stream');
const kHeaders = Symbol('headers');
const kRawHeaders = Symbol('rawHeaders');
const kTrailers = Symbol('trailers');
const kRawTrailers = Symbol('rawTrailers');
const kAborted = Symbol('aborted');
const kRequest = Symbol('request');
const kState = Symbol('state');

class Http2ServerRequest extends Readable {
  constructor(stream, headers, options, rawHeaders) {
    super({ autoDestroy: false, ...options });
    this[kState] = { closed: false, didRead: false };
    this[kHeaders] = headers;
    this[kRawHeaders] = rawHeaders;
    this[kTrailers] = {};
    this[kRawTrailers] = [];
    this[kStream] = stream;
    this[kAborted] = false;
    stream[kRequest] = this;
    stream.on('trailers', takeTrailers);
    stream.on('end', streamEnded);
    stream.on('error', streamFailed);
    stream.on('aborted', streamAborted);
    stream.on('close', streamClosed);
    stream.on('timeout', streamTimedOut);
    this.on('pause', pauseStream);
    this.on('resume', resumeStream);
  }

  get aborted() { return this[kAborted]; }
  get complete() { return this[kAborted] || this.readableEnded || this[kState].closed || this[kStream].destroyed; }
  get stream() { return this[kStream]; }
  get headers() { return this[kHeaders]; }
  get rawHeaders() { return this[kRawHeaders]; }
  get trailers() { return this[kTrailers]; }
  get rawTrailers() { return this[kRawTrailers]; }
  get httpVersionMajor() { return 2; }
  get httpVersionMinor() { return 0; }
  get httpVersion() { return '2.0'; }
  get socket() { return faceOf(this[kStream]); }
  get connection() { return this.socket; }

  get method() { return this[kHeaders][':method']; }
  set method(method) {
    validateString(method, 'method');
    if (method.trim() === '') throw new codes.ERR_INVALID_ARG_VALUE('method', method);
    this[kHeaders][':method'] = method;
  }

  get url() { return this[kHeaders][':path']; }
  set url(url) { this[kHeaders][':path'] = url; }
  get authority() { return this[kHeaders][':authority'] ?? this[kHeaders].host; }
  get scheme() { return this[kHeaders][':scheme']; }

  _read() {
    const state = this[kState];
    if (!state.didRead) {
      state.didRead = true;
      this[kStream].on('data', streamData);
    } else {
      process.nextTick(resumeSource, this[kStream]);
    }
  }

  setTimeout(msecs, callback) {
    if (!this[kState].closed) this[kStream].setTimeout(msecs, callback);
    return this;
  }
}

function resumeSource(stream) {
  if (!stream.destroyed) stream.resume();
}

function streamData(chunk) {
  const request = this[kRequest];
  if (request !== undefined && !request.push(chunk)) this.pause();
}

function takeTrailers(trailers, flags, raw) {
  const request = this[kRequest];
  if (request === undefined) return;
  Object.assign(request[kTrailers], trailers);
  request[kRawTrailers].push(...raw);
}

function streamEnded() {
  const request = this[kRequest];
  if (request === undefined) return;
  request.push(null);
  // 'end' comes though nobody reads.
  if (!request[kState].didRead) request.resume();
}

// Who wants to know listens to the stream.
function streamFailed(error) {
  const request = this[kRequest];
  if (request !== undefined) request.emit('error', error);
}

function streamAborted() {
  const request = this[kRequest];
  if (request !== undefined && !request[kState].closed) {
    request[kAborted] = true;
    request.emit('aborted');
  }
}

function streamClosed() {
  const request = this[kRequest];
  if (request === undefined) return;
  request[kState].closed = true;
  request.push(null);
  this[kFace] = null;
  this[kRequest] = undefined;
  request.emit('close');
}

function streamTimedOut() {
  this[kRequest]?.emit('timeout');
}

function pauseStream() {
  this[kStream].pause();
}

function resumeStream() {
  const stream = this[kStream];
  if (!stream.destroyed) stream.resume();
}

module.exports = { Http2ServerRequest, kRequest };
