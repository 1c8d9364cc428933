// A connection to a server: its requests, and the answers in their order. It receives what the parser finds.
'use strict';

const { Buffer } = require('buffer');
const { codes, ConnResetException } = require('internal/errors');
const channels = require('internal/http/channels');
const { IncomingMessage, addBody, endBody, endUnseen, kDetachAbortSignal, readStart, readStop } =
  require('internal/http/incoming');
const {
  ENDS, HAS_EXPECT, HAS_HOST, HAS_LENGTH, CHUNKED, KEEPS_ALIVE, MORE, UPGRADES,
  HTTPParser, asBuffer, calculateLenientFlags, freeParser, kUpgrade, methods, parsers, splitFields, writeText,
} = require('internal/http/parser');
const { ServerResponse, emitClose } = require('internal/http/response');
const { kHandle } = require('internal/net/fields');
const { Socket } = require('internal/net/socket');
const { hasFinished } = require('internal/http/outgoing_body');
const { Tcp, Pipe } = require('internal/stream_handle');
const { Timeout, activate, clear } = require('internal/timers');

const { now } = binding('timers');

const socketWrite = Socket.prototype.write;

// So much of what is to be sent is put together at most.
const kFullOutbox = 64 * 1024;

const kIncomingMessage = Symbol('IncomingMessage');
const kServerResponse = Symbol('ServerResponse');
const kOptimizeEmptyRequests = Symbol('OptimizeEmptyRequestsOption');
const kUniqueHeaders = Symbol('kUniqueHeaders');
// A server's open connections.
const kConnections = Symbol('http.server.connections');

const kOneDotOne = (1 << 12) | (1 << 8);
const kVersionMask = 0xff00;

// What clients get that cannot be understood.
const kRefusals = {
  __proto__: null,
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

class ServerConnection {
  constructor(server, socket) {
    this.server = server;
    this.socket = socket;
    this.parser = null;
    // Requests that are not answered, and answers that wait for their turn.
    this.incoming = [];
    this.outgoing = [];
    this.outgoingData = 0;
    this.requestsCount = 0;
    this.hasHadRequest = false;
    this.isInAnswer = false;
    this.waitsForRequest = false;
    this.hasFailed = false;
    // Answers that leave together when all that came was read, and whether there is more of that.
    this.outbox = '';
    this.hasMore = false;
    this.idleTimer = null;
    this.idleSince = 0;
    this.responseOptions = server.responseOptions(socket);
    this.onPendingData = (bytes) => this.countPending(bytes);
  }

  // A request's head, and perhaps its body.
  onHead(text, code, flags, start, end, fieldsAt, body) {
    const { server, socket, parser } = this;
    if (this.waitsForRequest) this.stopWaiting();
    if (socket.destroyed) return 0;
    this.hasHadRequest = true;
    socket._unrefTimer?.();
    const Incoming = server[kIncomingMessage];
    const request = new Incoming(socket);
    parser.incoming = request;
    request.httpVersionMajor = (flags >> 12) & 15;
    request.httpVersionMinor = (flags >> 8) & 15;
    request.method = methods[code];
    request.url = text.substring(start, end);
    request._head = text;
    request._fieldsAt = fieldsAt;
    const most = server.maxHeadersCount;
    if (typeof most === 'number' && most > 0) {
      if (splitFields(text, fieldsAt, most + 1).length > most * 2) {
        this.onFailed(tooManyFields(text));
        return 0;
      }
    } else if (most === null || most === undefined) {
      request._maxFields = 2000;
    }
    request.joinDuplicateHeaders = server.joinDuplicateHeaders;
    request.upgrade = (flags & UPGRADES) !== 0;
    if (request.upgrade) {
      request.upgrade = request.method === 'CONNECT' || Boolean(server.shouldUpgradeCallback(request));
      if (request.upgrade) return kUpgrade;
    }
    this.hasMore = (flags & MORE) !== 0;
    this.askScript(request, flags);
    if (body !== undefined) this.onBody(body);
    if ((flags & ENDS) !== 0) this.complete(request);
    if (this.outbox !== '' && !this.hasMore) this.flushOutbox();
    return 0;
  }

  // Until the script returns the request is not over, though the parser is through with it.
  askScript(request, flags) {
    let isThrough = false;
    this.isInAnswer = true;
    try {
      this.answer(request, flags);
      isThrough = true;
    } finally {
      this.isInAnswer = false;
      // Nothing more is read of what came.
      if (!isThrough) this.flushOutbox();
    }
  }

  // Has the script answer a request.
  answer(request, flags) {
    const { server, socket } = this;
    this.incoming.push(request);
    this.pauseIfMuchWaits();
    const Response = server[kServerResponse];
    const response = new Response(request, this.responseOptions);
    response._connection = this;
    response._keepAliveTimeout = server.keepAliveTimeout;
    response._maxRequestsPerSocket = server.maxRequestsPerSocket;
    response._onPendingData = this.onPendingData;
    response._uniqueHeaders = server[kUniqueHeaders];
    response.shouldKeepAlive = (flags & KEEPS_ALIVE) !== 0;
    response._isRelaxed = server.isRelaxed;
    if (channels.serverStart.hasSubscribers) {
      channels.serverStart.publish({ request, response, socket, server });
    }
    if (socket._httpMessage) this.outgoing.push(response);
    else this.attach(response);
    if ((flags & kVersionMask) === kOneDotOne && this.isAnsweredHere(request, response, flags)) return;
    if (server[kOptimizeEmptyRequests] && (flags & (HAS_LENGTH | CHUNKED)) === 0 &&
        request.headers['transfer-encoding'] === undefined) {
      request._dumpAndCloseReadable();
    }
    server.emit('request', request, response);
  }

  // What the server itself has an answer to: a request without Host, one too many, one that expects something.
  isAnsweredHere(request, response, flags) {
    const { server, socket } = this;
    if (server.requireHostHeader && (flags & HAS_HOST) === 0) {
      response.writeHead(400, ['Connection', 'close']);
      response.end();
      return true;
    }
    const most = server.maxRequestsPerSocket;
    if (typeof most === 'number' && most > 0) {
      this.requestsCount++;
      response.maxRequestsOnConnectionReached = most <= this.requestsCount;
      if (most < this.requestsCount) {
        server.emit('dropRequest', request, socket);
        response.writeHead(503);
        response.end();
        return true;
      }
    }
    return (flags & HAS_EXPECT) !== 0 && this.meetsExpectation(request, response);
  }

  meetsExpectation(request, response) {
    const { server } = this;
    const { expect } = request.headers;
    if (expect === undefined) return false;
    if (/(?:^|\W)100-continue(?:$|\W)/i.test(expect)) {
      response._expect_continue = true;
      if (server.listenerCount('checkContinue') > 0) {
        server.emit('checkContinue', request, response);
      } else {
        response.writeContinue();
        server.emit('request', request, response);
      }
    } else if (server.listenerCount('checkExpectation') > 0) {
      server.emit('checkExpectation', request, response);
    } else {
      response.writeHead(417);
      response.end();
    }
    return true;
  }

  onBody(bytes) {
    const request = this.parser?.incoming;
    this.socket._unrefTimer?.();
    if (!request || request._dumped) return;
    if (!addBody(request, asBuffer(bytes))) readStop(this.socket);
  }

  onEnd(trailers) {
    const request = this.parser?.incoming;
    if (!request) return;
    if (trailers !== undefined) request._rawTrailers = splitFields(trailers, 0, 0xffffffff);
    this.complete(request);
  }

  complete(request) {
    request.complete = true;
    if (!request.upgrade) endBody(request);
    // The next message is welcome.
    if (this.socket.readableFlowing !== true) readStart(this.socket);
  }

  onExecuted() {
    this.hasMore = false;
    this.flushOutbox();
    if (this.waitsForRequest) this.idleSince = now();
    this.socket._unrefTimer?.();
  }

  // Answers.

  attach(response) {
    const { socket } = this;
    socket._httpMessage = response;
    response.socket = socket;
    response.emit('socket', socket);
    response._flush();
  }

  // Whether an answer can leave at once: it is its turn, and nothing waits to be written.
  isReadyFor(response, socket) {
    if (socket === null || socket._httpMessage !== response || response.outputData.length > 0) return false;
    const handle = socket[kHandle];
    if (!handle || !this.parser?.isConsuming || socket.write !== socketWrite) return false;
    const state = socket._writableState;
    return state.length === 0 && response._corked === 0 && state.corked === 0 && !state.ending && !state.destroyed;
  }

  // Sends a whole answer.
  send(response, text) {
    const { socket } = this;
    // The next one may go the same way.
    if (!response._last) socket._httpMessage = null;
    if (this.hasMore && this.isInAnswer && this.outbox.length < kFullOutbox) {
      this.outbox += text;
      process.nextTick(hasFinished, response);
      return;
    }
    const all = this.outbox === '' ? text : this.outbox + text;
    this.outbox = '';
    const written = writeText(socket[kHandle], all);
    if (written === all.length) {
      process.nextTick(hasFinished, response);
    } else {
      socket.write(written > 0 ? all.substring(written) : all, 'latin1', () => hasFinished(response));
    }
  }

  flushOutbox() {
    const text = this.outbox;
    if (text === '') return;
    this.outbox = '';
    const { socket } = this;
    const handle = socket[kHandle];
    const written = handle ? writeText(handle, text) : 0;
    if (written < text.length) socket.write(text.substring(written), 'latin1');
  }

  // All of an answer was handed over to the system.
  hasAnswered(response) {
    const { server, socket } = this;
    const request = response.req;
    if (channels.serverFinish.hasSubscribers) {
      channels.serverFinish.publish({ request, response, socket, server });
    }
    // Answers are in the order of requests, but for requests that were cut off.
    if (this.incoming[0] === request) this.incoming.shift();
    if (!endUnseen(request) && !isBeingRead(request)) request._dump();
    request[kDetachAbortSignal]();
    if (socket._httpMessage === response) socket._httpMessage = null;
    response.socket = null;
    this.forget(request);
    if (response._events === undefined) {
      response.destroyed = true;
      response._closed = true;
    } else {
      process.nextTick(emitClose, response);
    }
    if (response._last) {
      if (typeof socket.destroySoon === 'function') socket.destroySoon();
      else socket.end();
    } else if (this.outgoing.length > 0) {
      if (!socket._httpMessage) this.attach(this.outgoing.shift());
    } else if (!socket._httpMessage) {
      this.startWaiting();
    }
  }

  // The parser holds a request until its body is read.
  forget(request) {
    const { parser } = this;
    if (parser?.incoming !== request) return;
    if (request._state === null || request.readableEnded) {
      if (request.complete) parser.incoming = null;
    } else {
      request.once('end', () => {
        if (parser.incoming === request) parser.incoming = null;
      });
    }
  }

  // For the next request, but not for ever.
  startWaiting() {
    const { server, socket } = this;
    if (!server.keepAliveTimeout || typeof socket.setTimeout !== 'function') return;
    if (socket.destroyed) return;
    this.waitsForRequest = true;
    const limit = server.keepAliveTimeout + server.keepAliveTimeoutBuffer;
    if (server.timeout) {
      socket.setTimeout(limit);
      return;
    }
    this.idleSince = now();
    // One timer serves all waits of a connection: when it is due, it looks how long the last one took.
    if (this.idleTimer === null) this.startIdleTimer(limit);
  }

  startIdleTimer(delay) {
    this.idleTimer = new Timeout(checkIdle, delay, [this], false);
    activate(this.idleTimer, false);
  }

  stopWaiting() {
    this.waitsForRequest = false;
    if (this.server.timeout) this.socket.setTimeout(this.server.timeout);
  }

  // Backpressure: a client that sends but does not read is not read from.

  pauseIfMuchWaits() {
    const { socket } = this;
    if (socket._paused) return;
    const state = socket._writableState;
    if (state?.needDrain || this.outgoingData >= socket.writableHighWaterMark) {
      socket._paused = true;
      socket.pause();
    }
  }

  countPending(bytes) {
    this.outgoingData += bytes;
    if (this.socket._paused && this.outgoingData < this.socket.writableHighWaterMark) this.onDrain();
  }

  onDrain() {
    const { socket } = this;
    if (socket._paused && this.outgoingData <= socket.writableHighWaterMark) {
      socket._paused = false;
      socket.resume();
    }
    const message = socket._httpMessage;
    if (message && !message.finished && message._needDrain) {
      message._needDrain = false;
      message.emit('drain');
    }
  }

  // Ends.

  onUpgraded(head) {
    const { server, socket } = this;
    const request = this.parser.incoming;
    this.letGo();
    const event = request.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (server.listenerCount(event) === 0) {
      socket.destroy();
      return;
    }
    request.complete = true;
    socket.readableFlowing = null;
    server.emit(event, request, socket, head);
  }

  stopIdleTimer() {
    if (this.idleTimer !== null) clear(this.idleTimer);
    this.idleTimer = null;
  }

  // The socket is no longer this connection's.
  letGo() {
    this.stopIdleTimer();
    this.flushOutbox();
    const { server, socket } = this;
    freeParser(this.parser, null, socket);
    this.parser = null;
    server[kConnections]?.delete(this);
    removeListeners(socket);
  }

  onFailed(error) {
    this.hasFailed = true;
    fail(this.socket, error);
  }

  hasClosed() {
    this.stopIdleTimer();
    freeParser(this.parser, null, this.socket);
    this.parser = null;
    this.server[kConnections]?.delete(this);
    this.cutOffRequests();
    const message = this.socket._httpMessage;
    if (message) emitClose(message);
    while (this.outgoing.length > 0) emitClose(this.outgoing.shift());
  }

  cutOffRequests() {
    const { incoming } = this;
    while (incoming.length > 0) incoming.shift().destroy(new ConnResetException('aborted'));
  }

  hasEnded() {
    const { server, socket } = this;
    if (this.parser) {
      this.hasFailed = false;
      this.parser.finish();
      if (this.hasFailed) return;
    }
    if (!server.httpAllowHalfOpen) {
      this.cutOffRequests();
      socket.end();
    } else if (this.outgoing.length > 0) {
      this.outgoing.at(-1)._last = true;
    } else if (socket._httpMessage) {
      socket._httpMessage._last = true;
    } else {
      socket.end();
    }
  }

  hasTimedOut() {
    const { server, socket } = this;
    const request = this.parser?.incoming;
    const isHeard = [
      request && !request.complete && request.emit('timeout', socket),
      socket._httpMessage && socket._httpMessage.emit('timeout', socket),
      server.emit('timeout', socket),
    ];
    if (!isHeard.includes(true)) socket.destroy();
  }

  // Whether it is between requests.
  isIdle() {
    const message = this.socket._httpMessage;
    if (this.parser === null || this.isInAnswer || (message && !message.finished)) return false;
    // One on which nothing has come yet is idle, too.
    return this.parser.native.age() < 0 || (!this.hasHadRequest && this.socket.bytesRead === 0);
  }
}

function tooManyFields(text) {
  const error = new Error('Parse Error: Header overflow');
  error.code = 'HPE_HEADER_OVERFLOW';
  error.reason = 'Header overflow';
  error.bytesParsed = text.length;
  error.rawPacket = Buffer.from(text, 'latin1');
  return error;
}

// Whether a script has begun to read a body, and will go on.
function isBeingRead(request) {
  return request._consuming || (request._state !== null && request._state.dataEmitted);
}

function checkIdle(connection) {
  const { server, socket } = connection;
  connection.idleTimer = null;
  if (socket.destroyed) return;
  const limit = server.keepAliveTimeout + server.keepAliveTimeoutBuffer;
  const left = connection.waitsForRequest ? limit - (now() - connection.idleSince) : limit;
  if (left > 0) connection.startIdleTimer(left);
  else socket.emit('timeout');
}

// A client's error, or an error of the socket: the server is asked, then the client is told.
function fail(socket, error) {
  const connection = socket._httpConnection;
  connection.flushOutbox();
  socket.removeListener('error', listeners.error);
  if (socket.listenerCount('error') === 0) socket.on('error', ignore);
  if (connection.server.emit('clientError', error, socket)) return;
  const message = socket._httpMessage;
  if (socket.writable && (!message || !message._headerSent)) {
    const status = kRefusals[error.code] ?? '400 Bad Request';
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, 'latin1');
  }
  socket.destroy(error);
}

function ignore() {}

// What a connection listens for; `this` is the socket.
const listeners = {
  error(error) { fail(this, error); },
  close() { this._httpConnection.hasClosed(); },
  end() { this._httpConnection.hasEnded(); },
  timeout() { this._httpConnection.hasTimedOut(); },
  drain() { this._httpConnection.onDrain(); },
  data(bytes) {
    const { parser } = this._httpConnection;
    // With a parser on the handle these are bytes that a script has put into the stream.
    parser?.execute(bytes);
  },
  // With a parser on the handle the stream has nothing to hold back: the handle has.
  pause() { this._handle?.readStop?.(); },
  resume() {
    if (this._paused) this.pause();
    else if (this._handle && !this._handle.reading) this._handle.readStart?.();
  },
};
const kEvents = Object.keys(listeners);

function removeListeners(socket) {
  for (let i = 0; i < kEvents.length; i++) socket.removeListener(kEvents[i], listeners[kEvents[i]]);
  if (Object.hasOwn(socket, 'on')) {
    delete socket.on;
    delete socket.addListener;
    delete socket.prependListener;
    delete socket.setEncoding;
  }
}

// Who listens for data gets it from now on, in place of the parser on the handle.
function listenToData(method) {
  return function(event, listener) {
    const result = this.constructor.prototype[method].call(this, event, listener);
    if (event === 'data' || event === 'readable') giveBackData(this);
    return result;
  };
}

function giveBackData(socket) {
  const parser = socket._httpConnection?.parser;
  if (parser?.isConsuming) parser.unconsume();
}

const kOverrides = {
  on: listenToData('on'),
  prependListener: listenToData('prependListener'),
  setEncoding() { throw new codes.ERR_HTTP_SOCKET_ENCODING(); },
};

// The listener of 'connection'.
function connectionListener(socket) {
  serve(this, socket);
}

function serve(server, socket) {
  // One that was handed on from another server.
  socket.server = server;
  if (server.timeout && typeof socket.setTimeout === 'function') socket.setTimeout(server.timeout);
  const connection = new ServerConnection(server, socket);
  socket._httpConnection = connection;
  const parser = parsers.alloc();
  parser.initialize(HTTPParser.REQUEST, null, server.maxHeaderSize || undefined,
                    calculateLenientFlags(server.httpValidation, server.insecureHTTPParser));
  parser.native.startClock();
  parser.socket = socket;
  parser.receiver = connection;
  socket.parser = parser;
  connection.parser = parser;
  server[kConnections]?.add(connection);
  for (let i = 0; i < kEvents.length; i++) {
    const event = kEvents[i];
    if (event !== 'data') socket.on(event, listeners[event]);
  }
  const handle = socket._handle;
  const isOurs = handle && (handle instanceof Tcp || handle instanceof Pipe) && handle.owner === socket;
  if (isOurs) parser.consume(handle);
  socket.on('data', listeners.data);
  if (isOurs) {
    socket.on = kOverrides.on;
    socket.addListener = kOverrides.on;
    socket.prependListener = kOverrides.prependListener;
  }
  socket.setEncoding = kOverrides.setEncoding;
  // A server that is put on top of the first one, or a socket with bytes that were read ahead.
  socket._paused = false;
}

module.exports = {
  IncomingMessage,
  ServerResponse,
  connectionListener,
  fail,
  kConnections,
  kIncomingMessage,
  kOptimizeEmptyRequests,
  kServerResponse,
  kUniqueHeaders,
};
