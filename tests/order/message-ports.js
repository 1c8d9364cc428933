// Messages come in the poll phase, port by port in the order in which the ports were made, with ticks and
// microtasks after each; 'close' comes in the closing phase, at the other end a turn later.
'use strict';
const { MessageChannel } = require('worker_threads');

const a = new MessageChannel();
const b = new MessageChannel();
const log = console.log;
b.port2.on('message', (message) => {
  log('b2', message);
  process.nextTick(log, 'tick after b2', message);
  Promise.resolve().then(() => log('microtask after b2', message));
  if (message === 3) b.port2.close();
});
a.port2.on('message', (message) => {
  log('a2', message);
  process.nextTick(log, 'tick after a2', message);
  if (message === 2) a.port1.postMessage(9);
  if (message === 9) a.port1.close();
});
for (const [name, port] of Object.entries({ a1: a.port1, a2: a.port2, b1: b.port1, b2: b.port2 })) {
  port.on('close', () => log(name, 'closed'));
}
setImmediate(() => {
  log('immediate 1');
  setImmediate(() => {
    log('immediate 2');
    setImmediate(log, 'immediate 3');
  });
});
b.port1.postMessage(1);
a.port1.postMessage(1);
a.port1.postMessage(2);
for (const message of [2, 3, 4]) b.port1.postMessage(message);
process.nextTick(log, 'tick');
log('end of script');
