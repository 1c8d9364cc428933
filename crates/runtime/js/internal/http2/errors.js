// Errors that bear nghttp2's numbers and words.
'use strict';

const { codes } = require('internal/errors');
const { messageOf } = require('internal/http2/native');
const { errorNames } = require('internal/http2/constants');

const kStreamNumberNotAvailable = -509;

class NghttpError extends Error {
  constructor(errno, message = messageOf(errno)) {
    super(message);
    this.code = 'ERR_HTTP2_ERROR';
    this.errno = errno;
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}

// What a submission failed with.
function errorOf(status) {
  if (status === kStreamNumberNotAvailable) return new codes.ERR_HTTP2_OUT_OF_STREAMS();
  return new NghttpError(status);
}

function nameOfCode(code) {
  return errorNames[code] ?? code;
}

// The protocol's number for what nghttp2 has found.
const kCodes = new Map([
  [-505, 1], [-524, 3], [-510, 5], [-511, 5], [-522, 6], [-533, 7], [-535, 8], [-523, 9],
]);

function protocolCode(errno) {
  return kCodes.get(errno) ?? 2;
}

function streamError(code) {
  return new codes.ERR_HTTP2_STREAM_ERROR(nameOfCode(code));
}

function sessionError(code) {
  return new codes.ERR_HTTP2_SESSION_ERROR(code);
}

module.exports = { NghttpError, errorOf, protocolCode, sessionError, streamError };
