// Sockets and servers that are handed over to another thread: their descriptor is under way.
'use strict';

const { Given } = require('internal/messaging/given');

const { takeDescriptor, wrapDescriptor } = binding('messaging');

class GivenStream extends Given {
  // `descriptor`: an object that closes it if it gets lost.
  constructor(isServer, descriptor) {
    super();
    this.isServer = isServer;
    this.descriptor = descriptor;
  }

  portable() {
    return ['internal/net/given', [this.isServer, this.descriptor]];
  }

  receive() {
    const fd = takeDescriptor(this.descriptor);
    if (!this.isServer) {
      const { Socket } = require('internal/net/socket');
      return new Socket({ __proto__: null, fd, readable: true, writable: true });
    }
    const { Server } = require('internal/net/server');
    return new Server().listen({ fd });
  }
}

// The handle is closed here; what it stands for lives on.
function giveHandle(handle, isServer) {
  const descriptor = wrapDescriptor(handle.fd, true);
  handle.close();
  return new GivenStream(isServer, descriptor);
}

// One that has come from another thread.
function revive({ 0: isServer, 1: descriptor }) {
  return new GivenStream(isServer, descriptor);
}

module.exports = { giveHandle, revive };
