// A reaction has the store of the place where then() was called, not where the promise was resolved.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
let resolve;
const promise = new Promise((r) => {
  resolve = r;
});
storage.run('then', () => promise.then(() => console.log(storage.getStore())));
promise.then(() => console.log(storage.getStore()));
storage.run('resolve', () => resolve());
