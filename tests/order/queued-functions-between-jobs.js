// Queued functions and promise jobs take turns as they were queued, whatever a function throws or adds.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const log = (...words) => console.log(...words, storage.getStore() ?? '-');

process.on('uncaughtException', (error) => log('caught', error.message));

queueMicrotask(() => log('function 1'));
queueMicrotask(() => {
  log('function 2');
  queueMicrotask(() => log('added by 2'));
  Promise.resolve().then(() => log('job added by 2'));
  throw new Error('of function 2');
});
Promise.resolve().then(() => log('job 1'));
storage.run('inside', () => {
  queueMicrotask(() => log('function 3'));
  Promise.resolve().then(() => log('job 2'));
});
queueMicrotask(() => log('function 4'));
queueMicrotask(async () => {
  log('async function');
  await 1;
  log('async function goes on');
});
process.nextTick(() => log('tick'));
(async () => {
  for (let i = 0; i < 4; i++) {
    await i;
    log('await', i);
    if (i === 1) queueMicrotask(() => log('function between awaits'));
  }
})();
