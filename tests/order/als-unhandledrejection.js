// The handler of an unhandled rejection sees the store of the place where it was rejected.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
process.on('unhandledRejection', (error) => console.log(error.message, storage.getStore()));
storage.run('A', () => Promise.reject(new Error('one')));
storage.run('B', async () => {
  await null;
  throw new Error('two');
});
