// ServerHttp2Stream: a request, and the answer to it.
'use strict';

const { codes } = require('internal/errors');
const { errorOf } = require('internal/http2/errors');
const { fieldsText, objectOfList, pseudo, sensitiveHeaders } = require('internal/http2/fields');
const { Http2Stream, kInner } = require('internal/http2/stream');
const { server: channels } = require('internal/http2/channels');
const { utcDate } = require('internal/http/date');
const { validateFunction, validateObject } = require('internal/validators');

const kWithoutBody = new Set([204, 205, 304]);

// What Node shows of an answer's state as `flags`: ready, its headers sent, and whether trailers will come.
const kAnswered = 5;
const kWithTrailers = 32;

class ServerHttp2Stream extends Http2Stream {
  constructor(session, id, options, headers) {
    super(session, id, options);
    this._isHead = headers[':method'] === 'HEAD';
    this._authority = headers[':authority'] ?? headers.host;
    this._protocol = headers[':scheme'];
    this._isPushed = false;
    this._didRespond = false;
  }

  get headersSent() { return this._didRespond; }
  get headRequest() { return this._isHead; }

  get pushAllowed() {
    return !this.destroyed && !this.closed && !this.session.closed && !this.session.destroyed &&
      this.session.remoteSettings.enablePush === true;
  }

  // Trailers of a request.
  _takeHeaders(category, headers, flags, raw) {
    const name = (flags & 1) !== 0 ? 'trailers' : 'headers';
    process.nextTick(() => {
      if (!this.destroyed) this.emit(name, headers, flags, raw);
    });
  }

  // A script writes before it has answered.
  _begin() {
    this.respond();
  }

  respond(headersParam, options) {
    const headers = this._answer(headersParam, options);
    if (headers === undefined || !channels.finish.hasSubscribers) return;
    const flags = this[kInner].waitsForTrailers ? kAnswered | kWithTrailers : kAnswered;
    channels.finish.publish({ stream: this, headers, flags });
  }

  // Gives the fields that were sent, unless they could not be.
  _answer(headersParam, options) {
    checkOpen(this);
    if (this.headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
    const given = { ...options };
    const inner = this[kInner];
    this._touch();
    if (given.waitForTrailers) inner.waitsForTrailers = true;
    const { headers, status } = answerHeaders(headersParam, given);
    if (kWithoutBody.has(status) || this._isHead) given.endStream = true;
    const text = fieldsText(headers, pseudo.response, strict(this));
    inner.sentHeaders = Array.isArray(headers) ? objectOfList(headers) : headers;
    this._didRespond = true;
    const hasBody = !given.endStream || Boolean(given.waitForTrailers && !this._isHead && !kWithoutBody.has(status));
    inner.hasBody = hasBody;
    inner.endAfterHeaders = Boolean(given.endStream);
    const result = this._handleOfSession.respond(inner.id, text, hasBody);
    if (result < 0) {
      this.destroy(errorOf(result));
      return undefined;
    }
    if (given.endStream) this.end();
    return headers;
  }

  additionalHeaders(given) {
    checkOpen(this);
    if (this.headersSent) throw new codes.ERR_HTTP2_HEADERS_AFTER_RESPOND();
    if (given !== undefined) validateObject(given, 'headers');
    const headers = Object.assign({ __proto__: null }, given);
    this._touch();
    const status = headers[':status'] |= 0;
    const text = fieldsText(headers, pseudo.response, strict(this));
    if (status === 101) throw new codes.ERR_HTTP2_STATUS_101();
    if (status < 100 || status >= 200) throw new codes.ERR_HTTP2_INVALID_INFO_STATUS(headers[':status']);
    const inner = this[kInner];
    inner.sentInfoHeaders ??= [];
    inner.sentInfoHeaders.push(headers);
    const result = this._handleOfSession.info(inner.id, text);
    if (result < 0) this.destroy(errorOf(result));
  }

  pushStream(given, options, callback) {
    if (!this.pushAllowed) throw new codes.ERR_HTTP2_PUSH_DISABLED();
    if (this._isPushed) throw new codes.ERR_HTTP2_NESTED_PUSH();
    if (typeof options === 'function') {
      callback = options;
      options = undefined;
    }
    validateFunction(callback, 'callback');
    if (options !== undefined && options !== null) validateObject(options, 'options');
    if (given !== undefined && given !== null) validateObject(given, 'headers');
    this._touch();
    const headers = Object.assign({ __proto__: null }, given);
    if (given?.[sensitiveHeaders] !== undefined) headers[sensitiveHeaders] = given[sensitiveHeaders];
    headers[':method'] ??= 'GET';
    headers[':authority'] ??= this._authority;
    headers[':scheme'] ??= this._protocol;
    headers[':path'] ??= '/';
    const text = fieldsText(headers, pseudo.request, strict(this));
    const id = this._handleOfSession.promise(this[kInner].id, text);
    if (id < 0) {
      const error = id === -509 ? new codes.ERR_HTTP2_OUT_OF_STREAMS() :
        id === -510 || id === -511 ? new codes.ERR_HTTP2_INVALID_STREAM() : errorOf(id);
      process.nextTick(callback, error);
      return;
    }
    const stream = new ServerHttp2Stream(this.session, id, { readable: true }, headers);
    stream._isPushed = true;
    stream[kInner].sentHeaders = headers;
    stream.push(null);
    this.session._keep(stream, id);
    if (stream._isHead) stream.end();
    if (channels.created.hasSubscribers) channels.created.publish({ stream, headers });
    process.nextTick(startPushed, stream, headers, callback);
  }

  respondWithFD(fd, headers, options) {
    require('internal/http2/respond_file').respondWithDescriptor(this, fd, headers, options);
  }

  respondWithFile(path, headers, options) {
    require('internal/http2/respond_file').respondWithFile(this, path, headers, options);
  }
}
ServerHttp2Stream.prototype._isAnswer = true;
ServerHttp2Stream.prototype._channels = channels;

function startPushed(stream, headers, callback) {
  if (channels.start.hasSubscribers) channels.start.publish({ stream, headers });
  callback(null, stream, headers, 0);
}

function strict(stream) {
  return stream.session._options.strictSingleValueFields !== false;
}

function checkOpen(stream) {
  if (stream.destroyed || stream.closed) throw new codes.ERR_HTTP2_INVALID_STREAM();
}

// The fields of an answer, with what every one has.
function answerHeaders(given, { sendDate } = {}) {
  if (given !== undefined && (given === null || typeof given !== 'object')) validateObject(given, 'headers');
  if (Array.isArray(given)) return answerList(given, sendDate);
  const headers = Object.assign({ __proto__: null }, given);
  const sensitive = given?.[sensitiveHeaders];
  headers[':status'] ??= 200;
  if (headers.date === undefined && sendDate !== false) headers.date = utcDate();
  if (given !== undefined) headers[sensitiveHeaders] = sensitive;
  const status = headers[':status'] |= 0;
  checkStatus(status);
  return { headers, status };
}

function answerList(given, sendDate) {
  const headers = [...given];
  if (given[sensitiveHeaders] !== undefined) headers[sensitiveHeaders] = given[sensitiveHeaders];
  let status = 200;
  let hasStatus = false;
  let hasDate = false;
  for (let i = 0; i < given.length; i += 2) {
    if (given[i] === ':status') {
      status = given[i + 1] | 0;
      hasStatus = true;
    } else if (String(given[i]).toLowerCase() === 'date') {
      hasDate = true;
    }
  }
  if (!hasStatus) headers.unshift(':status', status);
  if (!hasDate && sendDate !== false) headers.push('date', utcDate());
  checkStatus(status);
  return { headers, status };
}

function checkStatus(status) {
  if (status < 200 || status > 599) throw new codes.ERR_HTTP2_STATUS_INVALID(status);
}

module.exports = { ServerHttp2Stream, answerHeaders, checkOpen, kWithoutBody };
