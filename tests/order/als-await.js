// And across awaits of every kind.
const { AsyncLocalStorage } = require('async_hooks');
const { setTimeout: sleep } = require('timers/promises');
const fs = require('fs/promises');
const storage = new AsyncLocalStorage();

async function work(name) {
  await null;
  console.log(name, storage.getStore(), 'after null');
  await new Promise((resolve) => setImmediate(resolve));
  console.log(name, storage.getStore(), 'after immediate');
}

storage.run(1, work, 'A');
storage.run(2, work, 'B');
work('C');
setImmediate(() => storage.run('D', async () => {
  await sleep(1);
  console.log(storage.getStore(), 'after sleep');
  await fs.stat(__filename);
  console.log(storage.getStore(), 'after stat');
  await { then: (resolve) => resolve() };
  console.log(storage.getStore(), 'after thenable');
}));
