// 'rejectionHandled' is emitted in no context, whoever handles the rejection.
const { AsyncLocalStorage } = require('async_hooks');
const store = new AsyncLocalStorage();
process.on('unhandledRejection', (reason) => console.log(reason, store.getStore()));
process.on('rejectionHandled', () => console.log('handled', store.getStore()));
const promise = store.run('rejects', () => Promise.reject('reason'));
store.run('handles', () => setImmediate(() => {
  console.log('immediate', store.getStore());
  promise.catch(() => {});
}));
