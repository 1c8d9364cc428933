// Objects of the library that can be handed over, and ports in other contexts. Loads nothing: see streams, signals and moved
// for how.
'use strict';

// One that is under way: made where it was, and made an object again by its own kind.
class Given {
  // The same for another thread: the file that knows how to revive it, and what it makes it of. Memory that goes along is
  // added to the list.
  portable() {
    return undefined;
  }

  receive() {
    return undefined;
  }
}

// What stands for a port that was moved to another context: it makes messages objects of that one.
class Receiver {
  unpack() {
    return undefined;
  }
}

// Signals that may be handed over.
const transferable = new WeakSet();

function isTransferableSignal(object) {
  return typeof object === 'object' && object !== null && transferable.has(object);
}

function markTransferable(signal) {
  transferable.add(signal);
}

module.exports = { Given, Receiver, isTransferableSignal, markTransferable };
