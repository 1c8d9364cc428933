// Http2ServerResponse: an answer in the form that http has, and how requests come to be.
'use strict';

const { Stream } = require('internal/streams/legacy');
const { codes } = require('internal/errors');
const { Exchange } = require('internal/http2/exchange');
const { faceOf } = require('internal/http2/compat_socket');
const { hasInvalidCharacter, isConnectionField } = require('internal/http2/fields');
const { isToken } = require('internal/http/header_fields');
const { linkOf } = require('internal/http/link');
const { validateFunction, validateObject, validateString } = require('internal/validators');

const kExchange = Symbol('exchange');
const kAnswer = Symbol('answer');

let didWarnOfMessage = false;

class Http2ServerResponse extends Stream {
  constructor(stream, options) {
    super(options);
    const exchange = this[kExchange] = Exchange.of(stream);
    exchange.response = this;
    this[kAnswer] = { status: 200, headers: { __proto__: null }, sendDate: true, isDestroyed: false };
    this.req = exchange.request;
    this.writable = true;
  }

  get stream() { return this[kExchange].stream; }
  get _header() { return this.headersSent; }
  get headersSent() { return this.stream.headersSent; }
  get finished() { return this[kExchange].isAnswered; }
  get writableEnded() { return this.finished; }
  get writableFinished() { return this.stream.writableFinished; }
  get writableCorked() { return this.stream.writableCorked; }
  get writableHighWaterMark() { return this.stream.writableHighWaterMark; }
  get writableLength() { return this.stream.writableLength; }
  get writableObjectMode() { return this.stream.writableObjectMode; }
  get writableNeedDrain() { return this.stream.writableNeedDrain; }
  get socket() { return this[kExchange].isOver ? undefined : faceOf(this.stream); }
  get connection() { return this.socket; }
  get sendDate() { return this[kAnswer].sendDate; }
  set sendDate(on) { this[kAnswer].sendDate = Boolean(on); }

  get statusCode() { return this[kAnswer].status; }
  set statusCode(code) {
    code |= 0;
    if (code >= 100 && code < 200) throw new codes.ERR_HTTP2_INFO_STATUS_NOT_ALLOWED();
    if (code < 100 || code > 599) throw new codes.ERR_HTTP2_STATUS_INVALID(code);
    this[kAnswer].status = code;
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
    this[kAnswer].headers[name] = value;
  }

  appendHeader(name, value) {
    this._checkUnsent();
    name = normalName(name);
    checkValue(name, value);
    if (!isAllowed(name, value)) return;
    const before = this[kAnswer].headers[name];
    if (before === undefined) this[kAnswer].headers[name] = value;
    else this[kAnswer].headers[name] = [].concat(before, value);
  }

  getHeader(name) {
    return this[kAnswer].headers[normalName(name)];
  }

  hasHeader(name) {
    return Object.hasOwn(this[kAnswer].headers, normalName(name));
  }

  removeHeader(name) {
    this._checkUnsent();
    name = normalName(name);
    if (name === 'date') {
      this[kAnswer].sendDate = false;
      return;
    }
    delete this[kAnswer].headers[name];
  }

  getHeaderNames() {
    return Object.keys(this[kAnswer].headers);
  }

  getHeaders() {
    return Object.assign({ __proto__: null }, this[kAnswer].headers);
  }

  setTrailer(name, value) {
    validateString(name, 'name');
    name = name.trim().toLowerCase();
    checkName(name);
    if (value == null) throw new codes.ERR_HTTP2_INVALID_HEADER_VALUE(value, name);
    this[kExchange].trailers[name] = value;
  }

  addTrailers(headers) {
    for (const name of Object.keys(headers)) this.setTrailer(name, headers[name]);
  }

  flushHeaders() {
    if (this[kExchange].canSpeak && !this.headersSent) this.writeHead(this.statusCode);
  }

  writeHead(status, message, headers) {
    if (!this[kExchange].canSpeak) return this;
    this._checkUnsent();
    if (typeof message === 'string') warnOfMessage();
    this.statusCode = status;
    this._takeFields(headers ?? (typeof message === 'object' ? message : undefined));
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

  // Hands the head over. The body may be empty, and trailers may follow it: only its end tells.
  _begin() {
    const { headers, sendDate, status } = this[kAnswer];
    headers[':status'] = status;
    this.stream.respond(headers, { endStream: false, waitForTrailers: true, sendDate });
  }

  _checkUnsent() {
    if (this.headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
  }

  // The body.

  cork() { this.stream.cork(); }
  uncork() { this.stream.uncork(); }

  write(chunk, ...rest) {
    const { encoding, callback } = readRest(rest);
    const refusal = this._refusal();
    if (refusal !== undefined) {
      if (callback !== undefined) process.nextTick(callback, refusal);
      return false;
    }
    if (!this[kExchange].canSpeak) return false;
    this.flushHeaders();
    // An answer that can have no body throws away what it is given.
    return this.stream.writableEnded ? false : this.stream.write(chunk, encoding, callback);
  }

  // Why nothing more can be written.
  _refusal() {
    if (this[kExchange].isOver) return new codes.ERR_HTTP2_INVALID_STREAM();
    return this.finished ? new codes.ERR_STREAM_WRITE_AFTER_END() : undefined;
  }

  end(...args) {
    const chunk = typeof args[0] === 'function' ? undefined : args[0];
    const { encoding, callback } = readRest(args[0] === chunk ? args.slice(1) : args);
    const exchange = this[kExchange];
    if (exchange.isAnswered) {
      if (callback !== undefined) process.nextTick(callback);
      return this;
    }
    if (chunk != null) this.write(chunk, encoding);
    exchange.isAnswered = true;
    const { stream } = this;
    if (callback !== undefined) (stream.writableEnded ? this : stream).once('finish', callback);
    if (!exchange.canSpeak) {
      exchange.finish();
      return this;
    }
    if (!this.headersSent) this._begin();
    stream.end();
    return this;
  }

  destroy(error) {
    const answer = this[kAnswer];
    if (answer.isDestroyed) return;
    answer.isDestroyed = true;
    this.stream.destroy(error);
  }

  setTimeout(msecs, callback) {
    if (!this[kExchange].isOver) this.stream.setTimeout(msecs, callback);
    return this;
  }

  // The exchange is over.
  _onOver() {
    this.emit('finish');
    this.emit('close');
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
      if (name === 'link') continue;
      checkValue(name.toLowerCase(), hints[name]);
      headers[name] = hints[name];
    }
    if (link.length === 0) return false;
    return this._inform({ ...headers, 'link': link, ':status': 103 });
  }

  _inform(headers) {
    if (this.headersSent || !this[kExchange].canSpeak) return false;
    this.stream.additionalHeaders(headers);
    return true;
  }

  createPushResponse(headers, callback) {
    validateFunction(callback, 'callback');
    const pushed = (error, stream) => {
      if (error) callback(error);
      else callback(null, new Http2ServerResponse(stream));
    };
    if (this[kExchange].isOver) process.nextTick(pushed, new codes.ERR_HTTP2_INVALID_STREAM());
    else this.stream.pushStream(headers, pushed);
  }
}

// What may follow a chunk: an encoding, a callback, or both.
function readRest(rest) {
  const callback = rest.find((item) => typeof item === 'function');
  return { encoding: typeof rest[0] === 'string' ? rest[0] : 'utf8', callback };
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

// A listener of 'stream', bound to the classes that a server has been given.
function onServerStream(Request, Response, stream, headers, flags, rawHeaders) {
  const request = new Request(stream, headers, undefined, rawHeaders);
  const response = new Response(stream);
  const { event, otherwise } = kindOf(headers);
  if (event !== 'request' && this.listenerCount(event) === 0) {
    if (otherwise !== kGoOn) {
      response.statusCode = otherwise;
      response.end();
      return;
    }
    response.writeContinue();
    this.emit('request', request, response);
    return;
  }
  this.emit(event, request, response);
}

const kGoOn = 100;

// Who is told of a request, and the status of the answer if nobody is there: 100 lets it go on as any other.
function kindOf(headers) {
  if (headers[':method'] === 'CONNECT') return { event: 'connect', otherwise: 405 };
  switch (headers.expect) {
    case undefined: return { event: 'request', otherwise: kGoOn };
    case '100-continue': return { event: 'checkContinue', otherwise: kGoOn };
    default: return { event: 'checkExpectation', otherwise: 417 };
  }
}

module.exports = { Http2ServerResponse, onServerStream };
