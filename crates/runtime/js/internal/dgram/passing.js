// Sockets that go to another process.
'use strict';

const { kState } = require('internal/dgram/state');
const { UDP } = require('internal/dgram/handle');

// The handle of a socket; undefined if it has none any more.
function give(socket) {
  return socket[kState].handle ?? undefined;
}

// A socket of a handle that has come; `emit(socket)` is called when it receives.
function take(handle, type, emit) {
  const { Socket } = require('dgram');
  const socket = new Socket(type);
  socket.bind(handle, () => emit(socket));
}

module.exports = { UDP, give, take };
