// And in ticks.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('A', () => process.nextTick(() => {
  console.log(storage.getStore());
  process.nextTick(() => console.log('tick of tick', storage.getStore()));
}));
storage.run('B', () => process.nextTick(() => console.log(storage.getStore())));
process.nextTick(() => console.log(storage.getStore()));
