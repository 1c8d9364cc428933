// A callback that throws in a store does not leak it to the next one.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
process.on('uncaughtException', () => {});
storage.run('leaky', () => setImmediate(() => {
  throw new Error('x');
}));
setImmediate(() => {
  console.log('immediate', storage.getStore());
  process.nextTick(() => console.log('tick', storage.getStore()));
  queueMicrotask(() => console.log('microtask', storage.getStore()));
});
