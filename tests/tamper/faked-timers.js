// Test frameworks put timers of their own in place of the global ones: the library has its own.
'use strict';

const fs = require('fs');
const { pipeline } = require('stream/promises');
const real = setTimeout;
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval',
  'clearImmediate', 'queueMicrotask']) {
  globalThis[name] = () => { throw new Error(`the global ${name} was called`); };
}
globalThis.performance = { now() { throw new Error('the global clock was read'); } };

const keep = real(() => {}, 5000);
const signal = AbortSignal.timeout(5);
signal.addEventListener('abort', async () => {
  console.log(signal.reason.name);
  let size = 0;
  for await (const part of fs.createReadStream(__filename, { highWaterMark: 100 })) size += part.length;
  console.log(size === fs.statSync(__filename).size);
  const aborted = AbortSignal.abort();
  require('events').addAbortListener(aborted, () => console.log('told'));
  await pipeline(fs.createReadStream(__filename), async function(source) {
    for await (const part of source) size -= part.length;
  });
  console.log(size);
  console.log(await require('timers/promises').setTimeout(1, 'waited'));
  keep.unref();
});
