// A listener of 'unhandledRejection' enters the first context there is, and throws: 'exit' is not in it.
const { AsyncLocalStorage } = require('async_hooks');

const store = new AsyncLocalStorage();
process.on('uncaughtException', (error) => {
  console.log('uncaught', error, store.getStore());
  process.exit();
});
process.on('exit', () => console.log('exit', store.getStore()));
process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason, store.getStore());
  store.enterWith(3);
  throw 'from the listener';
});
Promise.reject('first');
