// What twenty idle workers take, each.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const { Worker } = load('worker_threads');

const source = `
  const { parentPort } = require('worker_threads');
  parentPort.on('message', (value) => value === null ? parentPort.close() : parentPort.postMessage(value));
`;

const count = 20;
const workers = [];
const before = process.memoryUsage().rss;

function next() {
  if (workers.length === count) {
    console.log((process.memoryUsage().rss - before) / count);
    for (const worker of workers) worker.postMessage(null);
    return;
  }
  const worker = new Worker(source, { eval: true });
  workers.push(worker);
  worker.once('message', next);
  worker.postMessage(1);
}

next();
