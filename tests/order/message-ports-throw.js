// A listener that throws: the rest of its port's messages wait for the next turn, other ports go on.
'use strict';
const { MessageChannel } = require('worker_threads');

const a = new MessageChannel();
const b = new MessageChannel();
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
a.port2.on('message', (message) => {
  console.log('a2', message);
  if (message === 3) a.port2.close();
  else throw new Error(`of ${message}`);
});
b.port2.on('message', (message) => {
  console.log('b2', message);
  if (message === 2) b.port2.close();
});
for (const message of [1, 2, 3]) a.port1.postMessage(message);
for (const message of [1, 2]) b.port1.postMessage(message);
