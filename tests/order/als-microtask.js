// And in microtasks.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('A', () => queueMicrotask(() => console.log(storage.getStore())));
storage.run('B', () => queueMicrotask(() => {
  console.log(storage.getStore());
  queueMicrotask(() => console.log('nested', storage.getStore()));
}));
queueMicrotask(() => console.log(storage.getStore()));
