// The store goes along a chain.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('A', () => {
  Promise.resolve()
    .then(() => console.log(storage.getStore()))
    .then(() => {
      throw new Error('x');
    })
    .catch(() => console.log('catch', storage.getStore()))
    .finally(() => console.log('finally', storage.getStore()));
});
