// run() sets the store for the call and for everything begun in it.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
console.log(storage.getStore());
const result = storage.run('inside', () => {
  console.log(storage.getStore());
  return 'result of run';
});
console.log(result, storage.getStore());
