// The contents of buffers are not what --max-old-space-size limits, and what a worker may have: a program goes on with more.
'use strict';
const { Worker, isMainThread } = require('worker_threads');

const kept = [];
for (let i = 0; i < 200; i++) kept.push(new Uint8Array(5e6), Buffer.alloc(5e6), new ArrayBuffer(5e6));
console.log(isMainThread ? 'the program' : 'a worker', kept.length);
if (isMainThread) {
  const worker = new Worker(__filename, { resourceLimits: { maxOldGenerationSizeMb: 32 } });
  worker.on('error', (error) => console.log(error.code));
  worker.on('exit', (code) => console.log('exit', code));
}
