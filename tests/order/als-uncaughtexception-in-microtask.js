// The handler of an error in a microtask is called in the context in which that was queued.
const { AsyncLocalStorage } = require('async_hooks');
const store = new AsyncLocalStorage();
process.on('uncaughtException', (error) => console.log(error.message, store.getStore()));
store.run('outer', () => queueMicrotask(() => {
  store.enterWith('entered');
  throw new Error('after enterWith');
}));
store.run('outer', () => queueMicrotask(() => {
  store.run('inner', () => { throw new Error('in run'); });
}));
