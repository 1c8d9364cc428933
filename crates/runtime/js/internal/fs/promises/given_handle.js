// A FileHandle that is handed over: its descriptor is under way.
'use strict';

const { Given } = require('internal/messaging/given');

class GivenHandle extends Given {
  // `descriptor`: an object that closes it if it gets lost.
  constructor(descriptor) {
    super();
    this.descriptor = descriptor;
  }

  portable() {
    return ['internal/fs/promises/given_handle', this.descriptor];
  }

  receive() {
    const { FileHandle } = require('internal/fs/promises/handle');
    return new FileHandle(binding('messaging').takeDescriptor(this.descriptor));
  }
}

function give(fd) {
  return new GivenHandle(binding('messaging').wrapDescriptor(fd));
}

// One that has come from another thread.
function revive(descriptor) {
  return new GivenHandle(descriptor);
}

module.exports = { give, revive };
