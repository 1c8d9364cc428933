// enterWith() sets the store for the rest of the callback and what it begins, not for other callbacks.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
setImmediate(() => {
  storage.enterWith('entered');
  console.log(storage.getStore());
  process.nextTick(() => console.log('tick', storage.getStore()));
  setImmediate(() => console.log('begun inside', storage.getStore()));
});
setImmediate(() => console.log('beside', storage.getStore()));
