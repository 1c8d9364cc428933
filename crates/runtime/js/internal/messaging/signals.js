// AbortSignals that are handed over: the one at the new place is aborted when that at the old one is.
'use strict';

const { abortSignal, makeSignal } = require('internal/abort_controller');
const { addAbortListener } = require('internal/events/abort_listener');
const { End, attach, close, entangle, isEntangled, kOnClose, kOnMessage, post, start } = require('internal/messaging/ends');
const { Given, markTransferable } = require('internal/messaging/given');

function packed(reason) {
  const { pack } = require('internal/messaging/message');
  return pack(reason, undefined, undefined);
}

function unpacked(message) {
  return require('internal/messaging/message').unpack(message).value;
}

class GivenSignal extends Given {
  constructor(reason, end) {
    super();
    // A message, if it was aborted before.
    this.reason = reason;
    this.end = end;
  }

  portable(buffers) {
    const { portableEnd, portableMessage } = require('internal/messaging/remote');
    const reason = this.reason === undefined ? undefined : portableMessage(this.reason, buffers);
    return ['internal/messaging/signals', [reason, this.end === undefined ? undefined : portableEnd(this.end, buffers)]];
  }

  receive() {
    const signal = makeSignal();
    markTransferable(signal);
    if (this.reason !== undefined) abortSignal(signal, unpacked(this.reason));
    else new SignalLink(this.end, signal);
    return signal;
  }
}

// Hears of the abort. It does not keep the program going.
class SignalLink {
  constructor(end, signal) {
    this.end = end;
    this.signal = signal;
    attach(end, this);
    start(end);
  }

  [kOnMessage](message) {
    close(this.end);
    abortSignal(this.signal, unpacked(message));
  }

  [kOnClose]() {}
}

function give(signal) {
  if (signal.aborted) return new GivenSignal(packed(signal.reason), undefined);
  const here = new End();
  const there = new End();
  entangle(here, there);
  addAbortListener(signal, () => {
    if (isEntangled(here)) post(here, packed(signal.reason));
  });
  return new GivenSignal(undefined, there);
}

// One that has come from another thread.
function revive({ 0: reason, 1: end }) {
  const { reviveEnd, reviveMessage } = require('internal/messaging/remote');
  return new GivenSignal(
    reason === undefined ? undefined : reviveMessage(reason), end === undefined ? undefined : reviveEnd(end));
}

module.exports = { give, revive };
