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

function streamError(code) {
  return new codes.ERR_HTTP2_STREAM_ERROR(nameOfCode(code));
}

function sessionError(code) {
  return new codes.ERR_HTTP2_SESSION_ERROR(nameOfCode(code));
}

module.exports = { NghttpError, errorOf, sessionError, streamError };
