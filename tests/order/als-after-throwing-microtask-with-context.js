// What a microtask throws that was queued while there were contexts is told in the context in which it was queued, and leaves
// none to those that come next.
const { AsyncLocalStorage } = require('async_hooks');

const store = new AsyncLocalStorage();
const print = (text) => console.log(text, store.getStore());

process.on('uncaughtException', (error) => {
  print(error.message);
  store.enterWith('of the handler');
});
function fail(name) {
  print(name);
  store.enterWith(`of ${name}`);
  throw new Error(`${name} fails`);
}
store.run(1, () => queueMicrotask(() => fail('first')));
Promise.resolve().then(() => print('then'));
store.run(2, () => queueMicrotask(() => fail('second')));
queueMicrotask(() => print('microtask'));
queueMicrotask(() => fail('without one'));
(async () => {
  await null;
  print('await');
})();
store.run(3, () => queueMicrotask(() => fail('third')));
setTimeout(() => print('timer'), 1);
