// Storages do not touch each other.
const { AsyncLocalStorage } = require('async_hooks');
const one = new AsyncLocalStorage();
const two = new AsyncLocalStorage();
one.run('one', () => {
  two.run('two', () => setImmediate(() => console.log(one.getStore(), two.getStore())));
  setImmediate(() => console.log(one.getStore(), two.getStore()));
});
