// fs.promises.watch: changes as an async iterator, with a queue that can be full and a signal.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { setTimeout: sleep } = require('timers/promises');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
const write = (name) => fs.writeFileSync(path.join(folder, name), 'x');
const take = (watcher) => watcher.next().then(({ value, done }) => (done ? 'done' : value), (error) => error.code);

process.on('warning', ({ message }) => console.log('warning', message));

(async () => {
  const plain = fs.promises.watch(folder);
  const first = take(plain);
  write('a');
  console.log(await first, await take(plain), await plain.return(), await take(plain));

  const small = fs.promises.watch(folder, { maxQueue: 2, persistent: false });
  const one = take(small);
  for (const name of ['b', 'c', 'd']) write(name);
  await sleep(100);
  console.log(await one, await take(small), await take(small));
  await small.return();

  const strict = fs.promises.watch(folder, { maxQueue: 2, overflow: 'error' });
  const two = take(strict);
  for (const name of ['e', 'f', 'g']) write(name);
  await sleep(100);
  console.log(await two, await take(strict), await take(strict));

  const controller = new AbortController();
  const aborted = fs.promises.watch(folder, { signal: controller.signal });
  const three = take(aborted);
  write('h');
  await sleep(100);
  controller.abort();
  console.log(await three, await take(aborted), await take(aborted), await take(aborted));
  for (const options of [null, { maxQueue: 'a' }, { overflow: 'x' }, { encoding: 'x' }, { persistent: 1 }]) {
    console.log(await take(fs.promises.watch(folder, options)));
  }
  fs.rmSync(folder, { recursive: true });
})();
