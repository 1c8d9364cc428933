// disable() ends the storage until the next run() or enterWith().
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('A', () => {
  setImmediate(() => console.log('immediate', storage.getStore()));
  storage.disable();
  console.log('disabled', storage.getStore());
});
storage.run('B', () => console.log('again', storage.getStore()));
