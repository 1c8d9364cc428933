// duplex(): two channels, each of which reads what the other writes.
'use strict';

const { bufferOptionsFrom, optionsFrom } = require('internal/streams/iter/arguments');
const { nop } = require('internal/streams/iter/reader');
const { kUsualBudget, plainStream, pushPair } = require('internal/streams/iter/push');

// One direction of the pair, with what is set for it alone.
function makeDirection(shared, own) {
  if (own === undefined) return pushPair(bufferOptionsFrom(shared, kUsualBudget));
  const { backpressure, budget } = optionsFrom(own);
  return pushPair(bufferOptionsFrom({
    __proto__: null,
    backpressure: backpressure ?? shared.backpressure,
    budget: budget ?? shared.budget,
    signal: shared.signal,
  }, kUsualBudget));
}

function makeChannel(outgoing, incoming) {
  const readable = plainStream(incoming.open);
  let closed;
  // Ends what goes out, and wants nothing more of what comes in.
  function close() {
    closed ??= outgoing.writer.end().then(nop, nop);
    incoming.leave();
    return closed;
  }
  return {
    __proto__: null,
    get writer() { return outgoing.writer; },
    get readable() { return readable; },
    close() { return close(); },
    [Symbol.asyncDispose]() { return close(); },
  };
}

function duplex(options = undefined) {
  const shared = optionsFrom(options);
  const { a, b } = shared;
  const forward = makeDirection(shared, a);
  const backward = makeDirection(shared, b);
  return [makeChannel(forward, backward), makeChannel(backward, forward)];
}

module.exports = { duplex };
