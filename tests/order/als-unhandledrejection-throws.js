// The error of an 'unhandledRejection' listener is not told in the context of the rejection.
const { AsyncLocalStorage } = require('async_hooks');
const store = new AsyncLocalStorage();
process.on('uncaughtException', (error) => console.log(error.message, store.getStore()));
process.on('unhandledRejection', (reason) => {
  console.log(reason, store.getStore());
  throw new Error('of the listener');
});
store.run('context', () => Promise.reject('reason'));
store.enterWith('entered');
