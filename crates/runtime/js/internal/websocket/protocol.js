// Numbers of the protocol of WebSockets, and what breaking its rules is called.
'use strict';

class ProtocolError extends Error {
  // `code` goes to the server with the message.
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

module.exports = {
  kContinuation: 0,
  kText: 1,
  kBinary: 2,
  kClose: 8,
  kPing: 9,
  kPong: 10,
  kMostOfControl: 125,
  kMostOfMessage: 128 * 1024 * 1024,
  ProtocolError,
};
