// A request's use of a connection: it listens to the socket, and receives what the parser finds of the answer.
'use strict';

const { asBuffer } = require('internal/buffer/fast_buffer');
const { ConnResetException } = require('internal/errors');
const channels = require('internal/http/channels');
const { debug } = require('internal/http/debug');
const perf = require('internal/http/perf');
const { IncomingMessage, addBody, readStop } = require('internal/http/incoming');
const {
  ENDS, HTTPParser, KEEPS_ALIVE, MORE, UPGRADES,
  calculateLenientFlags, freeParser, kTunnel, kUpgrade, kWithoutBody, parsers, splitFields,
} = require('internal/http/parser');

const { cells, kAsyncContext } = require('internal/task_queue');

let emitError;
let listenForTimeout;

function setRequestFunctions(functions) {
  emitError = functions.emitError;
  listenForTimeout = functions.listenForTimeout;
}

// Gives a request its connection.
function attach(req, socket) {
  // What comes over a connection that others have used is this request's business.
  if (cells[kAsyncContext] !== 0) socket._handle?.adoptContext?.();
  const parser = parsers.alloc();
  parser.initialize(HTTPParser.RESPONSE, req, req.maxHeaderSize || undefined,
                    calculateLenientFlags(req.httpValidation, req.insecureHTTPParser));
  if (req.method === 'HEAD') parser.native.expect(kWithoutBody);
  else if (req.method === 'CONNECT') parser.native.expect(kTunnel);
  parser.socket = socket;
  parser.outgoing = req;
  parser.onIncoming = hasAnswer;
  parser.joinDuplicateHeaders = req.joinDuplicateHeaders;
  parser.receiver = new ResponseReceiver(req, socket, parser);
  req.socket = socket;
  req.parser = parser;
  socket.parser = parser;
  socket._httpMessage = req;
  socket.on('error', listeners.error);
  socket.on('data', listeners.data);
  socket.on('end', listeners.end);
  socket.on('close', listeners.close);
  socket.on('drain', listeners.drain);
  readAtHandle(parser, socket);
  if (req.timeout !== undefined) listenForTimeout(req);
  req.emit('socket', socket);
}

// The parser gets what is read without a detour, if nobody else wants it. A socket that connects may get another handle.
function readAtHandle(parser, socket) {
  if (socket.connecting || socket.readableLength > 0) return;
  if (socket.listenerCount('data') === 1 && socket.listenerCount('readable') === 0) parser.consume(socket);
}

class ResponseReceiver {
  constructor(req, socket, parser) {
    this.req = req;
    this.socket = socket;
    this.parser = parser;
    this.isFinishing = false;
  }

  onHead(text, code, flags, start, end, fieldsAt, body) {
    const { req, socket, parser } = this;
    if (req.res !== null) {
      // One answer too many.
      socket.destroy();
      return 0;
    }
    // What is applied is compiled by itself: see docs/engine-speed.md.
    const response = Reflect.construct(IncomingMessage, [socket]);
    parser.incoming = response;
    response.httpVersionMajor = (flags >> 12) & 15;
    response.httpVersionMinor = (flags >> 8) & 15;
    response.statusCode = code;
    response.statusMessage = text.substring(start, end);
    response._head = text;
    response._fieldsAt = fieldsAt;
    response._maxFields = req.maxHeadersCount > 0 ? req.maxHeadersCount : req.maxHeadersCount === 0 ? 0xffffffff : 2000;
    response.joinDuplicateHeaders = parser.joinDuplicateHeaders;
    response.upgrade = (flags & UPGRADES) !== 0 || (req.method === 'CONNECT' && code >= 200);
    if (response.upgrade) {
      req.res = response;
      return kUpgrade;
    }
    // The parser stops after every answer 101; one that names no protocol is an answer like others.
    if (code < 200 && code >= 100 && code !== 101) this.informs(response, code);
    else Reflect.apply(parser.onIncoming, parser, [response, (flags & KEEPS_ALIVE) !== 0]);
    if (body !== undefined) Reflect.apply(this.onBody, this, [body]);
    if ((flags & ENDS) !== 0) Reflect.apply(this.onEnd, this, [undefined, (flags & MORE) !== 0]);
    return 0;
  }

  // An answer before the answer.
  informs(response, code) {
    const { req, parser } = this;
    parser.incoming = null;
    if (code === 100) req.emit('continue');
    const { statusCode, statusMessage, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders } = response;
    req.emit('information', {
      statusCode, statusMessage, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders,
    });
  }

  answers(response, keepsAlive) {
    const { req } = this;
    req.res = response;
    response.req = req;
    // The server closes the connection though it was asked to keep it.
    if (req.shouldKeepAlive && !keepsAlive && !req.upgradeOrConnect) req.shouldKeepAlive = false;
    if (channels.clientFinish.hasSubscribers) channels.clientFinish.publish({ request: req, response });
    if (req._span !== undefined) perf.endRequest(req._span, response);
    // The connection is taken care of before the script hears of it.
    response.on('end', responseHasEnded);
    this.socket.on('timeout', responseTimedOut);
    req.on('finish', requestHasFinished);
    if (req.aborted || !Reflect.apply(req.emit, req, ['response', response])) response._dump();
    if (response.statusCode === 304) response.complete = true;
  }

  onBody(bytes) {
    const response = this.parser.incoming;
    if (!response || response._dumped) return;
    if (!addBody(response, asBuffer(bytes))) readStop(this.socket);
  }

  onEnd(trailers, hasMore) {
    const response = this.parser.incoming;
    if (!response) return;
    response.complete = true;
    if (trailers !== undefined) response._rawTrailers = splitFields(trailers, 0, 0xffffffff);
    response.push(null);
    // The next message is welcome.
    if (this.socket.readable) this.socket.resume();
    // If something comes after it, that is looked at.
    if (!hasMore) this.onExecuted();
  }

  onUpgraded(rest) {
    if (!this.parser.incoming?.upgrade) this.onExecuted();
    else upgrade(this.req, this.socket, this.parser, rest);
  }

  onFailed(error) {
    if (this.isFinishing) return;
    const { req, socket } = this;
    this.letGo();
    socket.destroy();
    req._hasFailed = true;
    emitError(req, error);
  }

  // All that came was used: perhaps that was all.
  onExecuted() {
    const { req } = this;
    const response = this.parser.incoming;
    // The end of one after which all is no longer HTTP is told by itself.
    if (response === null || !response.complete || response.upgrade) return;
    if (req.res === response) this.letGo();
  }

  letGo() {
    removeListeners(this.socket);
    freeParser(this.parser, this.req, this.socket);
  }
}

// A parser's `onIncoming`.
function hasAnswer(response, keepsAlive) {
  this.receiver.answers(response, keepsAlive);
}

function removeListeners(socket) {
  socket.removeListener('data', listeners.data);
  socket.removeListener('end', listeners.end);
  socket.removeListener('drain', listeners.drain);
}

// Listeners of the socket, which is `this`.
const listeners = {
  // Not if the parser gets the bytes itself.
  data(bytes) {
    const { parser } = this;
    if (!parser) return;
    parser.execute(bytes);
    // The rest of a long answer needs not come this way.
    if (this.parser === parser) readAtHandle(parser, this);
  },

  end() {
    const req = this._httpMessage;
    if (req && !req.res && !req._hasFailed) {
      // It ends before there is an answer.
      req._hasFailed = true;
      emitError(req, new ConnResetException('socket hang up'));
    }
    finishParser(this, req);
    this.end();
  },

  error(error) {
    debug('a connection has failed: %s', error.message);
    const req = this._httpMessage;
    if (req) {
      // It is told once.
      req._hasFailed = true;
      emitError(req, error);
    }
    finishParser(this, req);
    removeListeners(this);
    this.destroy();
  },

  close() {
    const req = this._httpMessage;
    // What is still to be had of a body that goes on until now.
    finishParser(this, req);
    if (req) loseConnection(req);
  },

  drain() {
    const req = this._httpMessage;
    if (req && !req.finished && req._needDrain) {
      req._needDrain = false;
      req.emit('drain');
    }
  },
};

// There is no connection any more: an answer that was not whole is cut off, one that was is over.
function loseConnection(req) {
  const { res } = req;
  req.destroyed = true;
  if (res) {
    if (!res.complete) res.destroy(new ConnResetException('aborted'));
  } else if (!req._hasFailed) {
    req._hasFailed = true;
    emitError(req, new ConnResetException('socket hang up'));
  }
  req._closed = true;
  req.emit('close');
  if (res && !res.aborted && res.readable) res.push(null);
  // It will never be written.
  if (req.outputData) req.outputData.length = 0;
}

// No more comes. That an answer is not whole is told otherwise.
function finishParser(socket, req) {
  const { parser } = socket;
  if (!parser) return;
  parser.receiver.isFinishing = true;
  parser.finish();
  if (socket.parser === parser) freeParser(parser, req, socket);
}

// The connection is the script's from now on.
function upgrade(req, socket, parser, head) {
  const response = parser.incoming;
  removeListeners(socket);
  stopTimeouts(req, socket);
  freeParser(parser, req, socket);
  const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
  if (req.listenerCount(event) === 0) {
    socket.destroy();
    return;
  }
  req.upgradeOrConnect = true;
  response.complete = true;
  socket.emit('agentRemove');
  socket.removeListener('close', listeners.close);
  socket.removeListener('error', listeners.error);
  socket._httpMessage = null;
  socket.readableFlowing = null;
  req.emit(event, response, socket, head);
  req.destroyed = true;
  req._closed = true;
  req.emit('close');
}

function responseTimedOut() {
  this._httpMessage?.res?.emit('timeout');
}

// A listener of the answer's.
function responseHasEnded() {
  const { req } = this;
  req._ended = true;
  if (req.socket) stopTimeouts(req, req.socket);
  if (req.shouldKeepAlive) {
    if (req.writableFinished && !this.aborted) giveBack(req);
  } else if (req.socket?.writable) {
    close(req.socket);
  }
}

function stopTimeouts(req, socket) {
  if (req.timeoutCb) socket.removeListener('timeout', req.timeoutCb);
  socket.removeListener('timeout', responseTimedOut);
}

function close(socket) {
  if (typeof socket.destroySoon === 'function') socket.destroySoon();
  else socket.end();
}

// A listener of the request's.
function requestHasFinished() {
  if (this.shouldKeepAlive && this._ended) giveBack(this);
}

// The connection can be used for another request.
function giveBack(req) {
  const { socket } = req;
  if (req._isGivenBack) return;
  req._isGivenBack = true;
  if (req.timeoutCb) {
    socket.setTimeout(0, req.timeoutCb);
    req.timeoutCb = null;
  }
  socket.removeListener('close', listeners.close);
  socket.removeListener('error', listeners.error);
  process.nextTick(emitFree, req);
  req.destroyed = true;
  // What is destroyed later is not the connection of the next request.
  if (req.res) req.res.socket = null;
}

function emitFree(req) {
  req._closed = true;
  req.emit('close');
  const { socket } = req;
  if (socket) Reflect.apply(socket.emit, socket, ['free']);
}

module.exports = { attach, setRequestFunctions };
