// The channel between a worker and the thread that made it, for all that is not the script's own.
'use strict';

const { attach, close, isEntangled, kClosed, kOnClose, kOnMessage, post, setRef, start, take } =
  require('internal/messaging/ends');
const { pack, unpack } = require('internal/messaging/message');

class Control {
  // `receive(type, value)` is called for each message.
  constructor(end, receive) {
    this.end = end;
    this.receive = receive;
    this.waiting = 0;
    attach(end, this);
  }

  start() {
    start(this.end);
  }

  // `list`: what is handed over, or undefined.
  post(type, value, list) {
    if (isEntangled(this.end) && !this.end.isClosing) post(this.end, pack({ type, value }, list, undefined));
  }

  // While somebody waits for an answer the channel keeps the thread going.
  wait() {
    if (++this.waiting === 1) setRef(this.end, true);
  }

  waitNoMore() {
    if (--this.waiting === 0) setRef(this.end, false);
  }

  // The next message, at once; undefined if there is none.
  take() {
    const message = take(this.end, true);
    return message === undefined || message === kClosed ? undefined : unpack(message).value;
  }

  // Everything that has come, at once.
  drain() {
    for (let message = this.take(); message !== undefined; message = this.take()) {
      this.receive(message.type, message.value);
    }
  }

  close() {
    close(this.end);
  }

  [kOnMessage](message) {
    const { type, value } = unpack(message).value;
    this.receive(type, value);
  }

  [kOnClose]() {}
}

module.exports = { Control };
