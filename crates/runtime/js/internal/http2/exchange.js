// A stream of a server's with the request and the response that are made of it. It hears what happens to the stream, once for
// both, and knows how far the answer is.
'use strict';

const kExchange = Symbol('kExchange');

const listeners = {
  __proto__: null,
  aborted() { this[kExchange].request?._onAborted(); },
  close() { this[kExchange].finish(); },
  drain() { this[kExchange].response?.emit('drain'); },
  end() { this[kExchange].request?._onEnd(); },
  // What fails is the stream's own matter, unless somebody wants to hear it of the request.
  error(error) {
    const { request } = this[kExchange];
    if (request !== undefined && request.listenerCount('error') > 0) request.emit('error', error);
  },
  timeout() {
    const { request, response } = this[kExchange];
    request?.emit('timeout');
    response?.emit('timeout');
  },
  trailers(trailers, flags, raw) { this[kExchange].request?._onTrailers(trailers, raw); },
  wantTrailers() {
    if (!this.closed && !this.destroyed) this.sendTrailers(this[kExchange].trailers);
  },
};
const kHeard = Object.keys(listeners);

class Exchange {
  constructor(stream) {
    this.stream = stream;
    this.request = undefined;
    this.response = undefined;
    // What the answer will end with.
    this.trailers = { __proto__: null };
    this.isAnswered = false;
    this.isOver = false;
    for (let i = 0; i < kHeard.length; i++) stream.on(kHeard[i], listeners[kHeard[i]]);
  }

  // The one of a stream, made when it is first asked for.
  static of(stream) {
    return stream[kExchange] ??= new Exchange(stream);
  }

  // Whether anything can still be said.
  get canSpeak() {
    return !this.isOver && !this.stream.destroyed && !this.stream.closed;
  }

  finish() {
    if (this.isOver) return;
    this.isOver = this.isAnswered = true;
    this.request?._onOver();
    this.response?._onOver();
  }
}

module.exports = { Exchange };
