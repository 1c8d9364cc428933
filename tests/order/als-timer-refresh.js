// A refreshed timer keeps the store with which it was set.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
let runs = 0;
const timer = storage.run('set', () => setTimeout(() => {
  console.log(storage.getStore());
  if (++runs < 2) storage.run('refresh', () => timer.refresh());
}, 1));
