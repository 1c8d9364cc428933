// What a microtask throws leaves the context in which it was handled to the next promise job, if that has none.
const { AsyncLocalStorage } = require('async_hooks');

const store = new AsyncLocalStorage();
const print = (text) => console.log(text, store.getStore());

process.on('uncaughtException', () => {
  print('uncaught');
  Promise.resolve().then(() => print('then, before')).then(() => print('then, after that'));
  queueMicrotask(() => print('microtask, before'));
  process.nextTick(() => print('tick, before'));
  store.enterWith(1);
  Promise.resolve().then(() => print('then, after'));
  process.nextTick(() => print('tick, after'));
});
queueMicrotask(() => {
  print('throws');
  throw new Error('first');
});
Promise.resolve().then(() => print('was queued')).then(() => {
  print('again');
  queueMicrotask(() => {
    store.enterWith(2);
    throw new Error('second');
  });
  queueMicrotask(() => print('a function has none'));
});
