// A connection to a server: its requests. It receives what the parser finds; the answers are in answering.js.
'use strict';

const { Buffer } = require('buffer');
const { asBuffer } = require('internal/buffer/fast_buffer');
const { codes, ConnResetException } = require('internal/errors');
const { Answering, withLast, withoutFirst } = require('internal/http/answering');
const channels = require('internal/http/channels');
const { debug } = require('internal/http/debug');
const { IncomingMessage, addBody, endBody, readStart, readStop } = require('internal/http/incoming');
const {
  ENDS, HAS_EXPECT, HAS_HOST, HAS_LENGTH, CHUNKED, KEEPS_ALIVE, MORE, UPGRADES,
  HTTPParser, calculateLenientFlags, freeParser, kUpgrade, methods, overflowOf, parsers, prepareError,
  splitFields,
} = require('internal/http/parser');
const { ServerResponse, emitClose } = require('internal/http/response');
const { Socket } = require('internal/net/socket');

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

class ServerConnection extends Answering {
  constructor(server, socket) {
    super(server, socket);
    this.requestsCount = 0;
    this.hasHadRequest = false;
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
      const overflow = overflowOf(text, fieldsAt, most * 2);
      if (overflow !== undefined) {
        prepareError(overflow, Buffer.from(text, 'latin1'));
        this.onFailed(overflow);
        return 0;
      }
    } else if (most === null || most === undefined) {
      request._maxFields = 2000;
    }
    request.joinDuplicateHeaders = server.joinDuplicateHeaders;
    request.upgrade = (flags & UPGRADES) !== 0;
    if (request.upgrade) {
      request.upgrade = request.method === 'CONNECT' || Boolean(server.shouldUpgradeCallback(request));
      if (request.upgrade) {
        this.upgrading = request;
        return kUpgrade;
      }
    }
    this.hasMore = (flags & MORE) !== 0;
    this.askScript(request, flags);
    if (body !== undefined) Reflect.apply(this.onBody, this, [body]);
    if ((flags & ENDS) !== 0) Reflect.apply(this.complete, this, [request]);
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
    this.incoming = withLast(this.incoming, request);
    this.pauseIfMuchWaits();
    if (this.responseOptions === null) this.prepareForResponses();
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
    if (socket._httpMessage) this.outgoing = withLast(this.outgoing, response);
    else this.attach(response);
    if ((flags & kVersionMask) === kOneDotOne && this.isAnsweredHere(request, response, flags)) return;
    if (server[kOptimizeEmptyRequests] && (flags & (HAS_LENGTH | CHUNKED)) === 0 &&
        request.headers['transfer-encoding'] === undefined) {
      request._dumpAndCloseReadable();
    }
    // Compiled by itself, not into one with all that the script does: see docs/engine-speed.md.
    Reflect.apply(server.emit, server, ['request', request, response]);
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
    endBody(request);
    // The next message is welcome.
    if (this.socket.readableFlowing !== true) readStart(this.socket);
  }

  onExecuted() {
    this.hasMore = false;
    this.flushOutbox();
    this.extendWaiting();
    this.socket._unrefTimer?.();
    if (this.upgrading !== null && this.upgradeStream === null) this.startUpgrade();
  }

  // Ends.

  onUpgraded(head) {
    const { socket, upgrading, upgradeStream } = this;
    this.letGo();
    socket.readableFlowing = null;
    if (upgradeStream === null) this.handOver(upgrading, socket, head);
    else upgradeStream.start(head);
  }

  // The script gets the connection, or a stream in place of it.
  handOver(request, stream, head) {
    const { server, socket } = this;
    const event = request.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (server.listenerCount(event) > 0) server.emit(event, request, stream, head);
    else socket.destroy();
  }

  // The body is still coming: the script hears of it now all the same.
  startUpgrade() {
    const { UpgradeStream } = require('internal/http/upgrade');
    const { socket, upgrading } = this;
    this.stopIdleTimer();
    removeListeners(socket);
    this.upgradeStream = new UpgradeStream(socket, upgrading);
    socket.on('close', () => this.letGo());
    this.handOver(upgrading, this.upgradeStream, Buffer.alloc(0));
  }

  // Asked by the socket, which is told which encoding it is to use.
  refuseEncoding() {
    if (this.parser !== null) refuseEncoding();
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
    if (this.upgradeStream !== null) {
      this.letGo();
      this.upgradeStream.stop();
      return;
    }
    this.hasFailed = true;
    fail(this.socket, error);
  }

  hasClosed() {
    this.stopIdleTimer();
    freeParser(this.parser, null, this.socket);
    this.parser = null;
    this.server[kConnections]?.delete(this);
    this.cutOffRequests();
  }

  // With the connection all answers are over.
  closeAnswers() {
    const message = this.socket._httpMessage;
    if (message) emitClose(message);
    while (this.outgoing.length > 0) {
      const response = this.outgoing[0];
      this.outgoing = withoutFirst(this.outgoing);
      emitClose(response);
    }
  }

  cutOffRequests() {
    while (this.incoming.length > 0) {
      const request = this.incoming[0];
      this.incoming = withoutFirst(this.incoming);
      request.destroy(new ConnResetException('aborted'));
    }
  }

  hasEnded() {
    const { server, socket } = this;
    if (this.parser) {
      if (this.hasFailed) this.hasFailed = false;
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

// What few connections have: with sixteen fields of its own an object takes less memory.
Object.assign(ServerConnection.prototype, {
  // How much of answers waits until others are sent.
  outgoingData: 0,
  hasFailed: false,
  isLate: false,
  // A request to use the connection for something else, and what the script has got for that while its body comes.
  upgrading: null,
  upgradeStream: null,
});

// A client's error, or an error of the socket: the server is asked, then the client is told.
function fail(socket, error) {
  debug('a client cannot be understood: %s', error.message);
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

// A parser's `onTimeout`.
function hasTakenTooLong() {
  const connection = this.receiver;
  if (connection.isLate) return;
  connection.isLate = true;
  fail(this.socket, new codes.ERR_HTTP_REQUEST_TIMEOUT());
}

function ignore() {}

// What a connection listens for; `this` is the socket.
const listeners = {
  error(error) { fail(this, error); },
  // Scripts have been seen that call these two with something else than the socket.
  close() { this._httpConnection?.hasClosed(); },
  end() { this._httpConnection.hasEnded(); },
  timeout() { this._httpConnection.hasTimedOut(); },
  drain() { this._httpConnection.onDrain(); },
  data(bytes) {
    const { parser } = this._httpConnection;
    // With a parser on the handle these are bytes that a script has put into the stream.
    parser?.execute(bytes);
  },
};
const kEvents = Object.keys(listeners);

function closeAnswers() {
  this._httpConnection?.closeAnswers();
}

function removeListeners(socket) {
  for (let i = 0; i < kEvents.length; i++) socket.removeListener(kEvents[i], listeners[kEvents[i]]);
  socket.removeListener('close', closeAnswers);
  if (socket.setEncoding === refuseEncoding) delete socket.setEncoding;
}

function refuseEncoding() {
  throw new codes.ERR_HTTP_SOCKET_ENCODING();
}

// The listener of 'connection'.
function connectionListener(socket) {
  serve(this, socket);
}

function serve(server, socket) {
  debug('a connection has come');
  // One that was handed on from another server.
  socket.server = server;
  if (server.timeout && typeof socket.setTimeout === 'function') socket.setTimeout(server.timeout);
  const connection = new ServerConnection(server, socket);
  socket._httpConnection = connection;
  const parser = parsers.alloc();
  parser.initialize(HTTPParser.REQUEST, socket, server.maxHeaderSize || undefined,
                    calculateLenientFlags(server.httpValidation, server.insecureHTTPParser));
  parser.native.startClock();
  parser.socket = socket;
  parser.receiver = connection;
  parser.onTimeout = hasTakenTooLong;
  socket.parser = parser;
  connection.parser = parser;
  server[kConnections]?.add(connection);
  for (let i = 0; i < kEvents.length; i++) Reflect.apply(socket.on, socket, [kEvents[i], listeners[kEvents[i]]]);
  Reflect.apply(socket.on, socket, ['close', closeAnswers]);
  parser.consume(socket);
  // Sockets of `net` ask the connection.
  if (!(socket instanceof Socket)) socket.setEncoding = refuseEncoding;
  // A server that is put on top of the first one, or a socket with bytes that were read ahead.
  if (socket._paused) socket._paused = false;
}

module.exports = {
  IncomingMessage,
  ServerResponse,
  connectionListener,
  kConnections,
  kIncomingMessage,
  kOptimizeEmptyRequests,
  kServerResponse,
  kUniqueHeaders,
};
