// Watches a connection that no request uses. Whatever a server sends then belongs to no request, and must not be taken
// for the answer to the next one: the connection is given up.
'use strict';

const { onConnected, onRead, onShutDown, onWritten } = require('internal/stream_handle');

// It stands in for the socket as the owner of its handle, so the socket needs no listener that a script could see.
class IdleGuard {
  constructor(socket) {
    this.socket = socket;
  }

  [onRead](count, bytes) {
    if (count > 0) this.socket.destroy();
    else this.socket[onRead](count, bytes);
  }

  [onWritten](status) { this.socket[onWritten](status); }
  [onShutDown](status) { this.socket[onShutDown](status); }
  [onConnected](status) { this.socket[onConnected](status); }
}

function guard(socket) {
  const handle = socket._handle;
  if (handle && handle.owner === socket && typeof socket[onRead] === 'function') {
    handle.owner = new IdleGuard(socket);
  }
}

function unguard(socket) {
  const handle = socket._handle;
  if (handle && handle.owner instanceof IdleGuard) handle.owner = socket;
}

module.exports = { guard, unguard };
