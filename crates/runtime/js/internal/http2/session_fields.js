// The names under which a session has what other files need.
'use strict';

const { Http2Stream } = require('internal/http2/stream');

module.exports = {
  kState: Symbol('kState'),
  kSocket: Symbol('kSocket'),
  // The session of a socket.
  kSession: Symbol('kSession'),
  kMakeStream: Symbol('kMakeStream'),
  kNative: Http2Stream.kNative,
};
