// What a script gets in place of a connection that is upgraded by a request whose body is still coming: what is read from
// it begins after the body.
'use strict';

const { isBeingRead } = require('internal/http/answering');
const { Duplex } = require('internal/streams/duplex');

class UpgradeStream extends Duplex {
  #socket;
  #request;
  #isAfterBody = false;

  constructor(socket, request) {
    super({ allowHalfOpen: socket.allowHalfOpen, decodeStrings: false });
    this.#socket = socket;
    this.#request = request;
    socket.on('error', (error) => this.destroy(error));
    socket.on('end', () => this.push(null));
    socket.on('close', () => this.destroy());
  }

  // The body is over; `head` came right after it.
  start(head) {
    this.#isAfterBody = true;
    if (head.length > 0 && !this.push(head)) this.#socket.pause();
    this.#socket.on('data', (chunk) => {
      if (!this.push(chunk)) this.#socket.pause();
    });
  }

  // Nobody knows where the body ends: nothing can be read after it.
  stop() {
    this.push(null);
    this.#socket.resume();
  }

  _read() {
    if (this.#isAfterBody) this.#socket.resume();
    // Who wants what comes after the body, and not the body, is not kept waiting.
    else if (!isBeingRead(this.#request)) this.#request._dump();
  }

  _write(chunk, encoding, callback) {
    this.#socket.write(chunk, encoding, callback);
  }

  _final(callback) {
    this.#socket.end(callback);
  }

  _destroy(error, callback) {
    this.#socket.destroy();
    callback(error);
  }
}

module.exports = { UpgradeStream };
