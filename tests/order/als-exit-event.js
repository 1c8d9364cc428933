// Handlers of beforeExit and exit have no store.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('A', () => {
  process.on('exit', () => console.log('exit', storage.getStore()));
  process.on('beforeExit', () => console.log('beforeExit', storage.getStore()));
  setImmediate(() => console.log('immediate', storage.getStore()));
});
