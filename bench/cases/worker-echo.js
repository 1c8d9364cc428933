// A message to a worker, which sends it back, and the next when it is there.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const { Worker } = load('worker_threads');

const source = `
  const { parentPort } = require('worker_threads');
  parentPort.on('message', (value) => value === null ? parentPort.close() : parentPort.postMessage(value));
`;

const worker = new Worker(source, { eval: true });
const count = 20_000;
let received = 0;
let began;

worker.on('message', (value) => {
  if (received === 0) began = performance.now();
  received += 1;
  if (received <= count) {
    worker.postMessage(value);
  } else {
    console.log(performance.now() - began);
    worker.postMessage(null);
  }
});
worker.postMessage({ id: 1, text: 'a short message', list: [1, 2, 3] });
