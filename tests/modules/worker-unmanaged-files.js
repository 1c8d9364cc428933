// A worker is warned of files that it closes and has not opened, or opens though they should be open.
'use strict';
const { once } = require('events');
const fs = require('fs');
const { Worker } = require('worker_threads');

const text = `
  const fs = require('fs');
  const { parentPort, workerData } = require('worker_threads');
  process.on('warning', ({ name, message }) => parentPort.postMessage(name + ': ' + message.replace(/\\d+/, 'N')));
  const first = fs.openSync(workerData.file);
  parentPort.postMessage(first);
  parentPort.on('message', (fd) => {
    if (typeof fd === 'number') return fs.close(fd, ({ code }) => parentPort.postMessage(code));
    const second = fs.openSync(workerData.file);
    parentPort.postMessage('the same number: ' + (second === first));
    setTimeout(() => parentPort.close(), 50);
  });
`;

async function run(trackUnmanagedFds) {
  const worker = new Worker(text, { eval: true, stderr: true, trackUnmanagedFds, workerData: { file: __filename } });
  const lines = [];
  worker.on('message', (value) => {
    if (typeof value === 'string') return lines.push(value);
    fs.closeSync(value);
    worker.postMessage(99999);
    worker.postMessage('open it again');
  });
  await once(worker, 'exit');
  console.log(trackUnmanagedFds, lines.sort());
}

run(true).then(() => run(false));
