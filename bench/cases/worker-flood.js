// Messages to a worker, as fast as they can go; it answers the last one.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const { Worker } = load('worker_threads');

const count = 100_000;
const source = `
  const { parentPort } = require('worker_threads');
  let received = 0;
  parentPort.on('message', () => {
    received += 1;
    if (received === 1 || received === ${count} + 1) parentPort.postMessage(received);
    if (received === ${count} + 1) parentPort.close();
  });
`;
const worker = new Worker(source, { eval: true });
const message = { id: 0, text: 'a short message', list: [1, 2, 3] };
let began;

worker.on('message', (received) => {
  if (received > 1) {
    console.log(performance.now() - began);
    return;
  }
  began = performance.now();
  for (let i = 0; i < count; i += 1) worker.postMessage(message);
});
worker.postMessage(message);
