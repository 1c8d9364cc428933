// A connection to a server, as far as it is about answers: they leave in the order of the requests, and in between the
// connection waits for the next one. What is read is in connection.js.
'use strict';

const channels = require('internal/http/channels');
const { endUnseen, kDetachAbortSignal } = require('internal/http/incoming');
const { hasFinished } = require('internal/http/outgoing_body');
const { writeText } = require('internal/http/parser');
const { emitClose } = require('internal/http/response');
const { kHandle } = require('internal/net/fields');
const { Socket } = require('internal/net/socket');
const { Timeout, activate, clear } = require('internal/timers');

const { now } = binding('timers');

const socketWrite = Socket.prototype.write;

// Most connections have one request at a time, and none between requests: no list is kept for those.
const kNone = Object.freeze([]);

// So much of what is to be sent is put together at most.
const kFullOutbox = 64 * 1024;

function withLast(list, item) {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

function withoutFirst(list) {
  if (list.length === 1) return kNone;
  list.shift();
  return list;
}

class Answering {
  constructor(server, socket) {
    this.server = server;
    this.socket = socket;
    this.parser = null;
    // Requests that are not answered, and answers that wait for their turn.
    this.incoming = kNone;
    this.outgoing = kNone;
    // Whether a script is being asked.
    this.isInAnswer = false;
    // Answers that leave together when all that came was read, and whether there is more of that.
    this.outbox = '';
    this.hasMore = false;
    this.waitsForRequest = false;
    this.idleTimer = null;
    this.idleSince = 0;
    // For responses; made with the first.
    this.responseOptions = null;
    this.onPendingData = null;
  }

  prepareForResponses() {
    this.responseOptions = this.server.responseOptions(this.socket);
    this.onPendingData = (bytes) => this.countPending(bytes);
  }

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
    if (this.incoming[0] === request) this.incoming = withoutFirst(this.incoming);
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
      if (socket._httpMessage) return;
      const next = this.outgoing[0];
      this.outgoing = withoutFirst(this.outgoing);
      this.attach(next);
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

  // Waiting for the next request, but not for ever.

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

  stopWaiting() {
    this.waitsForRequest = false;
    if (this.server.timeout) this.socket.setTimeout(this.server.timeout);
  }

  // Something has come that is no request yet: the time begins anew.
  extendWaiting() {
    if (this.waitsForRequest) this.idleSince = now();
  }

  startIdleTimer(delay) {
    this.idleTimer = new Timeout(checkIdle, delay, [this], false);
    activate(this.idleTimer, false);
  }

  stopIdleTimer() {
    if (this.idleTimer !== null) clear(this.idleTimer);
    this.idleTimer = null;
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

module.exports = { Answering, withLast, withoutFirst, isBeingRead };
