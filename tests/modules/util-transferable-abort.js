// Signals that are handed over are aborted with the one that they come from.
'use strict';

const util = require('util');

const handOver = (signal) => structuredClone(signal, { transfer: [signal] });
const failure = (act) => {
  try {
    act();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};

const controller = util.transferableAbortController();
console.log(controller, util.transferableAbortSignal(new AbortController().signal));
failure(() => util.transferableAbortSignal({}));
const received = handOver(controller.signal);
console.log(received, received === controller.signal, Object.getPrototypeOf(received) === AbortSignal.prototype);
received.addEventListener('abort', (event) => console.log(event.type, event.isTrusted, received.reason, received.aborted));
controller.abort({ why: 1 });
console.log('at once', received.aborted);

failure(() => handOver(new AbortController().signal));
failure(() => structuredClone(util.transferableAbortController().signal));

const before = util.transferableAbortController();
before.abort('before');
const after = handOver(before.signal);
console.log(after.aborted, after.reason);

const two = util.transferableAbortController();
const first = handOver(two.signal);
const again = handOver(first);
first.onabort = () => console.log('first', first.reason.name);
again.onabort = () => console.log('again', again.reason.name);
two.abort();

const { port1, port2 } = new MessageChannel();
const posted = util.transferableAbortController();
port2.on('message', (signal) => {
  console.log(signal);
  signal.addEventListener('abort', () => {
    console.log('by message', signal.reason);
    port2.close();
  });
  posted.abort('later');
});
port1.postMessage(posted.signal, [posted.signal]);
// One that is waited for does not keep the program going.
handOver(util.transferableAbortController().signal).addEventListener('abort', () => {});
