// Http2ServerResponse: an answer in the form that http has, and how requests come to be.
'use strict';

const { Stream } = require('internal/streams/legacy');
const { codes } = require('internal/errors');
const { faceOf } = require('internal/http2/compat_socket');
const { hasInvalidCharacter, isConnectionField } = require('internal/http2/fields');
const { isToken } = require('internal/http/header_fields');
const { linkOf } = require('internal/http/link');
const { validateFunction, validateObject, validateString } = require('internal/validators');

const kStream = Symbol('stream');
const kResponse = Symbol('response');
const kState = Symbol('state');
const kHeaders = Symbol('headers');
const kTrailers = Symbol('trailers');

let didWarnOfMessage = false;

class Http2ServerResponse extends Stream {
  constructor(stream, options) {
    super(options);
    this[kState] = { closed: false, ending: false, destroyed: false, headRequest: false, sendDate: true, status: 200 };
    this[kHeaders] = { __proto__: null };
    this[kTrailers] = { __proto__: null };
    this[kStream] = stream;
    stream[kResponse] = this;
    this.writable = true;
    this.req = stream[require('internal/http2/compat_request').kRequest];
    stream.on('drain', streamDrained);
    stream.on('aborted', streamAborted);
    stream.on('close', streamClosed);
    stream.on('wantTrailers', sendTrailers);
    stream.on('timeout', streamTimedOut);
  }

  get _header() { return this.headersSent; }
  get writableEnded() { return this[kState].ending; }
  get finished() { return this[kState].ending; }
  get socket() { return this[kState].closed ? undefined : faceOf(this[kStream]); }
  get connection() { return this.socket; }
  get stream() { return this[kStream]; }
  get headersSent() { return this[kStream].headersSent; }
  get writableCorked() { return this[kStream].writableCorked; }
  get writableHighWaterMark() { return this[kStream].writableHighWaterMark; }
  get writableFinished() { return this[kStream].writableFinished; }
  get writableLength() { return this[kStream].writableLength; }
  get writableObjectMode() { return this[kStream].writableObjectMode; }
  get writableNeedDrain() { return this[kStream].writableNeedDrain; }
  get sendDate() { return this[kState].sendDate; }
  set sendDate(on) { this[kState].sendDate = Boolean(on); }

  get statusCode() { return this[kState].status; }
  set statusCode(code) {
    code |= 0;
    if (code >= 100 && code < 200) throw new codes.ERR_HTTP2_INFO_STATUS_NOT_ALLOWED();
    if (code < 100 || code > 599) throw new codes.ERR_HTTP2_STATUS_INVALID(code);
    this[kState].status = code;
  }

  get statusMessage() {
    warnOfMessage();
    return '';
  }
  set statusMessage(_) {
    warnOfMessage();
  }

  // Fields.

  setHeader(name, value) {
    this._checkUnsent();
    name = normalName(name);
    checkValue(name, value);
    if (!isAllowed(name, value)) return;
    this[kHeaders][name] = value;
  }

  appendHeader(name, value) {
    this._checkUnsent();
    name = normalName(name);
    checkValue(name, value);
    if (!isAllowed(name, value)) return;
    const before = this[kHeaders][name];
    if (before === undefined) this[kHeaders][name] = value;
    else this[kHeaders][name] = [].concat(before, value);
  }

  getHeader(name) {
    return this[kHeaders][normalName(name)];
  }

  hasHeader(name) {
    return Object.hasOwn(this[kHeaders], normalName(name));
  }

  removeHeader(name) {
    this._checkUnsent();
    name = normalName(name);
    if (name === 'date') {
      this[kState].sendDate = false;
      return;
    }
    delete this[kHeaders][name];
  }

  getHeaderNames() {
    return Object.keys(this[kHeaders]);
  }

  getHeaders() {
    return Object.assign({ __proto__: null }, this[kHeaders]);
  }

  setTrailer(name, value) {
    validateString(name, 'name');
    name = name.trim().toLowerCase();
    checkName(name);
    if (value == null) throw new codes.ERR_HTTP2_INVALID_HEADER_VALUE(value, name);
    this[kTrailers][name] = value;
  }

  addTrailers(headers) {
    for (const name of Object.keys(headers)) this.setTrailer(name, headers[name]);
  }

  flushHeaders() {
    const state = this[kState];
    if (!state.closed && !this[kStream].headersSent) this.writeHead(state.status);
  }

  writeHead(status, message, headers) {
    const state = this[kState];
    if (state.closed || this.stream.destroyed || this.stream.closed) return this;
    if (this[kStream].headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
    if (typeof message === 'string') warnOfMessage();
    if (headers === undefined && typeof message === 'object') headers = message;
    this.statusCode = status;
    this._takeFields(headers);
    this._begin();
    return this;
  }

  _takeFields(headers) {
    if (headers == null) return;
    if (!Array.isArray(headers)) {
      for (const name of Object.keys(headers)) this.setHeader(name, headers[name]);
    } else if (headers.every((item) => Array.isArray(item))) {
      for (const { 0: name, 1: value } of headers) this.appendOrSet(name, value, headers);
    } else {
      if (headers.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
      for (let i = 0; i < headers.length; i += 2) this.appendOrSet(headers[i], headers[i + 1], headers);
    }
  }

  // In lists a name may stand several times.
  appendOrSet(name, value) {
    if (this.hasHeader(name)) this.appendHeader(name, value);
    else this.setHeader(name, value);
  }

  _begin(options) {
    const state = this[kState];
    const headers = this[kHeaders];
    headers[':status'] = state.status;
    this[kStream].respond(headers, {
      endStream: state.ending && options?.endStream === true,
      waitForTrailers: true,
      sendDate: state.sendDate,
    });
  }

  _checkUnsent() {
    if (this[kStream].headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
  }

  // The body.

  cork() { this[kStream].cork(); }
  uncork() { this[kStream].uncork(); }

  write(chunk, encoding, callback) {
    const state = this[kState];
    if (typeof encoding === 'function') {
      callback = encoding;
      encoding = 'utf8';
    }
    let error;
    if (state.ending) error = new codes.ERR_STREAM_WRITE_AFTER_END();
    else if (state.closed) error = new codes.ERR_HTTP2_INVALID_STREAM();
    else if (state.destroyed) return false;
    if (error) {
      if (typeof callback === 'function') process.nextTick(callback, error);
      return false;
    }
    if (this[kStream].destroyed || this[kStream].closed) return false;
    if (!this[kStream].headersSent) this.writeHead(state.status);
    // An answer without a body throws away what it is given.
    if (this[kStream].writableEnded) return false;
    return this[kStream].write(chunk, encoding, callback);
  }

  end(chunk, encoding, callback) {
    const state = this[kState];
    const stream = this[kStream];
    if (typeof chunk === 'function') {
      callback = chunk;
      chunk = null;
    } else if (typeof encoding === 'function') {
      callback = encoding;
      encoding = 'utf8';
    }
    if ((state.closed || state.ending) && state.headRequest === stream.headRequest) {
      if (typeof callback === 'function') process.nextTick(callback);
      return this;
    }
    if (chunk !== null && chunk !== undefined) this.write(chunk, encoding);
    state.headRequest = stream.headRequest;
    state.ending = true;
    if (typeof callback === 'function') {
      if (stream.writableEnded) this.once('finish', callback);
      else stream.once('finish', callback);
    }
    if (!stream.headersSent && !stream.destroyed && !stream.closed) this._begin({ endStream: false });
    if (state.closed || stream.destroyed) streamClosed.call(stream);
    else stream.end();
    return this;
  }

  destroy(error) {
    if (this[kState].destroyed) return;
    this[kState].destroyed = true;
    this[kStream].destroy(error);
  }

  setTimeout(msecs, callback) {
    if (!this[kState].closed) this[kStream].setTimeout(msecs, callback);
    return this;
  }

  // Answers before the answer, and others beside it.

  writeContinue() {
    return this._inform({ ':status': 100 });
  }

  writeInformation(status, headers) {
    if (typeof status !== 'number' || status < 100 || status > 199 || status === 101) {
      throw new codes.ERR_HTTP2_STATUS_INVALID(status);
    }
    return this._inform({ ...headers, ':status': status });
  }

  writeEarlyHints(hints) {
    validateObject(hints, 'hints');
    const headers = { __proto__: null };
    const link = linkOf(hints.link);
    for (const name of Object.keys(hints)) {
      if (name !== 'link') headers[name] = hints[name];
    }
    if (link.length === 0) return false;
    return this._inform({ ...headers, 'link': link, ':status': 103 });
  }

  _inform(headers) {
    const stream = this[kStream];
    if (stream.headersSent || this[kState].closed) return false;
    stream.additionalHeaders(headers);
    return true;
  }

  createPushResponse(headers, callback) {
    validateFunction(callback, 'callback');
    if (this[kState].closed) {
      process.nextTick(callback, new codes.ERR_HTTP2_INVALID_STREAM());
      return;
    }
    this[kStream].pushStream(headers, {}, (error, stream, _, options) => {
      if (error) callback(error);
      else callback(null, new Http2ServerResponse(stream, options));
    });
  }
}

function normalName(name) {
  validateString(name, 'name');
  return name.trim().toLowerCase();
}

function checkName(name) {
  if (name[0] === ':') throw new codes.ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED();
  if (!isToken(name)) throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', name);
}

function checkValue(name, value) {
  checkName(name);
  if (value === undefined || value === null) throw new codes.ERR_HTTP2_INVALID_HEADER_VALUE(value, name);
  if (typeof value === 'string' && hasInvalidCharacter(value)) throw new codes.ERR_INVALID_CHAR('header content', name);
}

// Fields about connections are left out, with a word.
function isAllowed(name, value) {
  if (!isConnectionField(name, value)) return true;
  process.emitWarning('The provided connection header is not valid, ' +
    'the value will be dropped from the header and will never be in use.', 'UnsupportedWarning');
  return false;
}

function warnOfMessage() {
  if (didWarnOfMessage) return;
  didWarnOfMessage = true;
  process.emitWarning('Status message is not supported by HTTP/2 (RFC7540 8.1.2.4)', 'UnsupportedWarning');
}

function streamDrained() {
  this[kResponse]?.emit('drain');
}

function streamAborted() {
  this[kResponse]?.emit('aborted');
}

function streamTimedOut() {
  this[kResponse]?.emit('timeout');
}

function sendTrailers() {
  if (this.closed || this.destroyed) return;
  this.sendTrailers(this[kResponse]?.[kTrailers] ?? {});
}

function streamClosed() {
  const response = this[kResponse];
  if (response === undefined) return;
  response[kState].closed = true;
  response[kState].ending = true;
  this[kResponse] = undefined;
  response.emit('finish');
  response.emit('close');
}

// A listener of 'stream', bound to the classes that a server has been given.
function onServerStream(Request, Response, stream, headers, flags, rawHeaders) {
  const request = new Request(stream, headers, undefined, rawHeaders);
  const response = new Response(stream);
  if (headers[':method'] === 'CONNECT') {
    if (!this.emit('connect', request, response)) {
      response.statusCode = 405;
      response.end();
    }
    return;
  }
  if (headers.expect !== undefined) {
    if (headers.expect === '100-continue') {
      if (this.listenerCount('checkContinue')) {
        this.emit('checkContinue', request, response);
        return;
      }
      response.writeContinue();
    } else if (this.listenerCount('checkExpectation')) {
      this.emit('checkExpectation', request, response);
      return;
    } else {
      response.statusCode = 417;
      response.end();
      return;
    }
  }
  this.emit('request', request, response);
}

module.exports = { Http2ServerResponse, onServerStream };
