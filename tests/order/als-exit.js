// exit() takes the store away for a call and what it begins.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('A', () => {
  storage.exit(() => {
    console.log('exit', storage.getStore());
    setImmediate(() => console.log('begun in exit', storage.getStore()));
  });
  console.log('after exit', storage.getStore());
});
