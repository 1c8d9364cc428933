// The handler of an uncaught error sees the store of the callback that threw.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
process.on('uncaughtException', (error) => console.log(error.message, storage.getStore()));
storage.run('tick', () => process.nextTick(() => {
  throw new Error('from tick');
}));
storage.run('immediate', () => setImmediate(() => {
  storage.run('timer', () => setTimeout(() => {
    throw new Error('from timer');
  }, 1));
  throw new Error('from immediate');
}));
