// The side that asks: connect(), ClientHttp2Session and its streams.
'use strict';

const net = require('net');
const { URL } = require('internal/url');
const { codes, AbortError } = require('internal/errors');
const { errorOf } = require('internal/http2/errors');
const { fieldsText, objectOfList, pseudo, sensitiveHeaders } = require('internal/http2/fields');
const { Http2Session, kMakeStream, kNative, kState } = require('internal/http2/session');
const { Http2Stream, kInner } = require('internal/http2/stream');
const { client: channels, bodyChunkSent, bodySent } = require('internal/http2/channels');
const { readSessionOptions } = require('internal/http2/options');
const { validateAbortSignal, validateBoolean, validateNumber, validateObject } = require('internal/validators');
const { promisify } = require('internal/util/promisify');
const { addAbortListener } = require('internal/events/abort_listener');

// Methods of requests that have no body.
const kWithoutBody = new Set(['GET', 'HEAD', 'DELETE']);
const kResponse = 1;
const kPushResponse = 2;
const kEndStream = 1;
const kMisdirected = 421;
const kUsualOrigins = 128;

class ClientHttp2Stream extends Http2Stream {
  constructor(session, id, headers, isPushed) {
    super(session, id, { readable: true, writable: !isPushed });
    const inner = this[kInner];
    inner.sentHeaders = headers;
    inner.hasBody = !isPushed;
    // What is written before there is a number goes together.
    if (id === undefined) this.cork();
  }

  get headersSent() { return true; }

  _tellChunk(data, encoding) {
    if (!bodyChunkSent.hasSubscribers) return;
    const writev = encoding === '';
    if (writev && data.every(({ chunk }) => typeof chunk !== 'string')) data = data.map(({ chunk }) => chunk);
    bodyChunkSent.publish({ stream: this, writev, data, encoding });
  }

  _tellBodySent() {
    if (bodySent.hasSubscribers) bodySent.publish({ stream: this });
  }

  _takeHeaders(category, headers, flags, raw) {
    const status = headers[':status'];
    const ends = (flags & kEndStream) !== 0;
    this[kInner].endAfterHeaders = ends;
    if (category === kResponse || category === kPushResponse) {
      if (status < 200) {
        this._takeInfo(status, headers, flags, raw);
        return;
      }
      if (status === kMisdirected) this.session._misdirected(this);
      this._takeAnswer(category === kPushResponse ? 'push' : 'response', headers, flags, raw);
      return;
    }
    if (status !== undefined && status >= 100 && status < 200) {
      this._takeInfo(status, headers, flags, raw);
    } else if (status !== undefined) {
      this._takeAnswer('response', headers, flags, raw);
    } else if (ends) {
      process.nextTick(emitUnlessDestroyed, this, 'trailers', headers, flags, raw);
    } else {
      process.nextTick(emitUnlessDestroyed, this, 'headers', headers, flags, raw);
    }
  }

  _takeAnswer(name, headers, flags, raw) {
    if (channels.finish.hasSubscribers) channels.finish.publish({ stream: this, headers, flags });
    process.nextTick(emitUnlessDestroyed, this, name, headers, flags, raw);
  }

  _takeInfo(status, headers, flags, raw) {
    if (status === 100) process.nextTick(emitUnlessDestroyed, this, 'continue');
    process.nextTick(emitUnlessDestroyed, this, 'headers', headers, flags, raw);
  }
}

ClientHttp2Stream.prototype._channels = channels;

function emitUnlessDestroyed(stream, name, headers, flags, raw) {
  if (!stream.destroyed) stream.emit(name, headers, flags, raw);
}

class ClientHttp2Session extends Http2Session {
  constructor(options, socket, authority, protocol) {
    super(1, options, socket);
    this._authority = authority;
    this._protocol = protocol;
    this._origins = undefined;
  }

  get originSet() {
    if (!this.encrypted) return undefined;
    return [...this._originsOf()];
  }

  _originsOf() {
    if (this._origins === undefined) {
      const { remoteAddress, remoteFamily, remotePort, servername } = this.socket;
      const address = remoteFamily === 'IPv6' ? `[${remoteAddress}]` : remoteAddress;
      this._origins = new Set([`https://${servername || address}${remotePort === 443 ? '' : `:${remotePort}`}`]);
    }
    return this._origins;
  }

  _takeOrigins(origins) {
    if (!this.encrypted) return;
    const known = this._originsOf();
    for (const origin of origins) known.add(origin);
    const most = this._options.maxOriginSetSize ?? kUsualOrigins;
    if (known.size > most) {
      this.destroy(new codes.ERR_HTTP2_TOO_MANY_ORIGINS(most));
      return;
    }
    this.emit('origin', origins);
  }

  // The server does not answer for the origin that a request was meant for.
  _misdirected(stream) {
    const { ':authority': authority, ':scheme': scheme, host } = stream.sentHeaders;
    this._origins?.delete(`${scheme}://${authority ?? host}`);
  }

  // A stream that the server has promised, and its request.
  [kMakeStream](id, headers, flags, raw, promisedOn) {
    if (promisedOn === undefined) {
      this[kNative].reset(id, 5);
      return;
    }
    const stream = new ClientHttp2Stream(this, id, headers, true);
    this._keep(stream, id);
    if (channels.created.hasSubscribers) channels.created.publish({ stream, headers });
    if (channels.start.hasSubscribers) channels.start.publish({ stream, headers });
    // Its request has no body.
    stream._tellBodySent();
    stream.end();
    if (this.listenerCount('stream') === 0) {
      stream.close(7);
      return;
    }
    process.nextTick(() => {
      if (!stream.destroyed) this.emit('stream', stream, headers, flags, raw);
    });
  }

  request(headersParam, options) {
    const stream = this._request(headersParam, options);
    if (channels.created.hasSubscribers) channels.created.publish({ stream, headers: stream.sentHeaders });
    return stream;
  }

  _request(headersParam, options) {
    this._touch();
    if (options !== undefined) validateObject(options, 'options');
    const given = { ...options };
    const isList = Array.isArray(headersParam);
    const headers = isList ? completeList(this, headersParam) : completeObject(this, headersParam);
    const method = isList ? headers[headers.indexOf(':method') + 1] : headers[':method'];
    const text = fieldsText(headers, pseudo.any, this._options.strictSingleValueFields !== false);
    checkPriority(given);
    if (given.endStream === undefined) given.endStream = kWithoutBody.has(method);
    else if (typeof given.endStream !== 'boolean') {
      throw new codes.ERR_INVALID_ARG_TYPE('options.endStream', 'boolean', given.endStream);
    }
    const stream = new ClientHttp2Stream(this, undefined, isList ? objectOfList(headers) : headers, false);
    const inner = stream[kInner];
    inner.waitsForTrailers = Boolean(given.waitForTrailers);
    inner.hasBody = !given.endStream;
    if (given.endStream) stream.end();
    const refusal = this.destroyed ? new codes.ERR_HTTP2_INVALID_SESSION() :
      this.closed ? new codes.ERR_HTTP2_GOAWAY_SESSION() : undefined;
    if (refusal !== undefined) {
      process.nextTick(() => stream.destroy(refusal));
      return stream;
    }
    this[kState].pending.add(stream);
    const start = () => begin(this, stream, text, !given.endStream || given.waitForTrailers);
    if (given.signal !== undefined) {
      if (listenForAbort(stream, given.signal)) return stream;
    }
    this._whenConnected(start);
    return stream;
  }
}

let didWarnOfPriority = false;

// Options that once set priorities are still checked.
function checkPriority({ weight, parent, exclusive, silent }) {
  if (parent !== undefined) validateNumber(parent, 'options.parent');
  if (exclusive !== undefined) validateBoolean(exclusive, 'options.exclusive');
  if (silent !== undefined) validateBoolean(silent, 'options.silent');
  if (didWarnOfPriority || (weight === undefined && parent === undefined && exclusive === undefined)) return;
  didWarnOfPriority = true;
  process.emitWarning('Priority signaling has been deprecated as of RFC 9113.', 'DeprecationWarning', 'DEP0194');
}

// Hands the request over; it is sent in the next check phase.
function begin(session, stream, text, hasBody) {
  if (session.destroyed || stream.destroyed) return;
  if (session.closed) {
    stream.destroy(new codes.ERR_HTTP2_GOAWAY_SESSION());
    return;
  }
  session[kState].pending.delete(stream);
  const id = session[kNative].request(text, hasBody);
  if (id < 0) {
    stream.destroy(errorOf(id));
    return;
  }
  session._keep(stream, id);
  stream._ready(id);
  if (channels.start.hasSubscribers) channels.start.publish({ stream, headers: stream.sentHeaders });
}

function listenForAbort(stream, signal) {
  validateAbortSignal(signal, 'options.signal');
  const abort = () => stream.destroy(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
  if (signal.aborted) {
    abort();
    return true;
  }
  const disposable = addAbortListener(signal, abort);
  stream.once('close', disposable[Symbol.dispose]);
  return false;
}

// What a request needs is added where it is missing.
function completeObject(session, given) {
  if (given !== undefined && given !== null) validateObject(given, 'headers');
  const headers = Object.assign({ __proto__: null }, given);
  const sensitive = given?.[sensitiveHeaders];
  if (sensitive !== undefined) headers[sensitiveHeaders] = sensitive;
  headers[':method'] ??= 'GET';
  checkTarget(session, headers[':method'], headers[':protocol'], (name) => headers[name],
              (name, value) => { headers[name] = value; });
  return headers;
}

function completeList(session, given) {
  const headers = [...given];
  if (given[sensitiveHeaders] !== undefined) headers[sensitiveHeaders] = given[sensitiveHeaders];
  const find = (name) => {
    for (let i = 0; i < given.length; i += 2) if (given[i] === name) return given[i + 1];
    return undefined;
  };
  const missing = [];
  if (find(':method') === undefined) missing.push(':method', 'GET');
  checkTarget(session, find(':method') ?? 'GET', find(':protocol'), find,
              (name, value) => { missing.push(name, value); });
  headers.unshift(...missing);
  return headers;
}

function checkTarget(session, method, protocol, get, set) {
  const isConnect = method === 'CONNECT';
  if (isConnect && protocol === undefined) {
    if (get(':authority') === undefined) throw new codes.ERR_HTTP2_CONNECT_AUTHORITY();
    if (get(':scheme') !== undefined) throw new codes.ERR_HTTP2_CONNECT_SCHEME();
    if (get(':path') !== undefined) throw new codes.ERR_HTTP2_CONNECT_PATH();
    return;
  }
  if (get(':authority') === undefined && get('host') === undefined) set(':authority', session._authority);
  if (get(':scheme') === undefined) set(':scheme', session._protocol.slice(0, -1));
  if (get(':path') === undefined) set(':path', '/');
}

function connect(authority, options, listener) {
  if (typeof options === 'function') {
    listener = options;
    options = undefined;
  }
  if (options !== undefined && options !== null) validateObject(options, 'options');
  const given = readSessionOptions(options ?? undefined, false);
  if (given.maxOriginSetSize != null) validateNumber(given.maxOriginSetSize, 'options.maxOriginSetSize', 0);
  if (typeof authority === 'string') authority = new URL(authority);
  if (authority === null || typeof authority !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('authority', ['string', 'Object', 'URL'], authority);
  }
  const protocol = authority.protocol || given.protocol || 'https:';
  const port = String(authority.port !== '' && authority.port !== undefined ? authority.port :
    authority.protocol === 'http:' ? 80 : 443);
  let host = 'localhost';
  if (authority.hostname) {
    host = authority.hostname;
    if (host[0] === '[') host = host.slice(1, -1);
  } else if (authority.host) {
    host = authority.host;
  }
  const socket = makeSocket(given, authority, protocol, host, port);
  const session = new ClientHttp2Session(given, socket, `${host}:${port}`, protocol);
  if (typeof listener === 'function') session.once('connect', listener);
  return session;
}

function makeSocket(options, authority, protocol, host, port) {
  if (typeof options.createConnection === 'function') return options.createConnection(authority, options);
  switch (protocol) {
    case 'http:':
      return net.connect({ port, host, ...options });
    case 'https:': {
      const tls = require('tls');
      const given = { ALPNProtocols: ['h2'], ...options };
      if (given.servername === undefined && net.isIP(host) === 0) given.servername = host;
      return tls.connect(port, host, given);
    }
    default:
      throw new codes.ERR_HTTP2_UNSUPPORTED_PROTOCOL(protocol);
  }
}

// As a promise: of a session that is connected.
function connected(authority, options) {
  return new Promise((resolve, reject) => {
    const session = connect(authority, options, () => {
      session.removeListener('error', reject);
      resolve(session);
    });
    session.once('error', reject);
  });
}
Object.defineProperty(connected, 'name', { __proto__: null, value: 'connect', configurable: true });
Object.defineProperty(connect, promisify.custom, { __proto__: null, value: connected });

module.exports = { ClientHttp2Session, ClientHttp2Stream, connect };
