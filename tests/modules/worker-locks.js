// navigator.locks are those of all threads: one that a worker holds keeps the others waiting. query() tells of those of its own
// thread.
'use strict';
const { once } = require('events');
const { Worker } = require('worker_threads');

const text = `
  const { parentPort } = require('worker_threads');
  navigator.locks.request('name', async () => {
    parentPort.postMessage('held');
    await new Promise((resolve) => parentPort.once('message', resolve));
  }).then(() => parentPort.postMessage('given back'));
`;

async function main() {
  const worker = new Worker(text, { eval: true });
  console.log(...await once(worker, 'message'));
  await navigator.locks.request('name', { ifAvailable: true }, (lock) => console.log('at once:', lock));
  const { held } = await navigator.locks.query();
  console.log(held.map(({ name, mode, clientId }) => [name, mode, clientId.replace(/\d+/, 'pid')]));

  const granted = navigator.locks.request('name', async (lock) => {
    console.log('granted', lock.name, lock.mode);
    const { held } = await navigator.locks.query();
    console.log(held.map(({ clientId }) => clientId.replace(/\d+/, 'pid')));
  });
  console.log((await navigator.locks.query()).pending.length);
  worker.postMessage('go on');
  await granted;
}

main();
