// Http2ServerRequest: a request in the form that http has.
'use strict';

const { Readable } = require('internal/streams/readable');
const { codes } = require('internal/errors');
const { Exchange } = require('internal/http2/exchange');
const { faceOf } = require('internal/http2/compat_socket');
const { validateString } = require('internal/validators');

const kExchange = Symbol('exchange');
const kMessage = Symbol('message');

class Http2ServerRequest extends Readable {
  constructor(stream, headers, options, rawHeaders) {
    super({ autoDestroy: false, ...options });
    this[kMessage] = { headers, rawHeaders, trailers: {}, rawTrailers: [], isAborted: false, isRead: false };
    this[kExchange] = Exchange.of(stream);
    this[kExchange].request = this;
    this.on('pause', () => stream.pause());
    this.on('resume', () => resumeSource(stream));
  }

  get stream() { return this[kExchange].stream; }
  get aborted() { return this[kMessage].isAborted; }
  get complete() {
    return this.aborted || this.readableEnded || this[kExchange].isOver || this.stream.destroyed;
  }

  get headers() { return this[kMessage].headers; }
  get rawHeaders() { return this[kMessage].rawHeaders; }
  get trailers() { return this[kMessage].trailers; }
  get rawTrailers() { return this[kMessage].rawTrailers; }
  get httpVersionMajor() { return 2; }
  get httpVersionMinor() { return 0; }
  get httpVersion() { return '2.0'; }
  get socket() { return faceOf(this.stream); }
  get connection() { return this.socket; }

  get method() { return this.headers[':method']; }
  set method(method) {
    validateString(method, 'method');
    if (method.trim() === '') throw new codes.ERR_INVALID_ARG_VALUE('method', method);
    this.headers[':method'] = method;
  }

  get url() { return this.headers[':path']; }
  set url(url) { this.headers[':path'] = url; }
  get authority() { return this.headers[':authority'] ?? this.headers.host; }
  get scheme() { return this.headers[':scheme']; }

  _read() {
    const message = this[kMessage];
    const { stream } = this;
    if (message.isRead) {
      process.nextTick(resumeSource, stream);
      return;
    }
    message.isRead = true;
    stream.on('data', (chunk) => {
      if (!this[kExchange].isOver && !this.push(chunk)) stream.pause();
    });
  }

  setTimeout(msecs, callback) {
    if (!this[kExchange].isOver) this.stream.setTimeout(msecs, callback);
    return this;
  }

  // What the exchange hears.

  _onTrailers(trailers, raw) {
    const message = this[kMessage];
    Object.assign(message.trailers, trailers);
    message.rawTrailers.push(...raw);
  }

  _onEnd() {
    this.push(null);
    // 'end' comes though nobody reads.
    if (!this[kMessage].isRead) this.resume();
  }

  _onAborted() {
    this[kMessage].isAborted = true;
    this.emit('aborted');
  }

  _onOver() {
    this.push(null);
    this.emit('close');
  }
}

function resumeSource(stream) {
  if (!stream.destroyed) stream.resume();
}

module.exports = { Http2ServerRequest };
