// snapshot() keeps all stores, to run functions in later.
const { AsyncLocalStorage } = require('async_hooks');
const one = new AsyncLocalStorage();
const two = new AsyncLocalStorage();
const inside = one.run(1, () => two.run(2, () => AsyncLocalStorage.snapshot()));
inside(() => console.log(one.getStore(), two.getStore()));
one.run('other', () => {
  inside((text) => console.log(text, one.getStore(), two.getStore()), 'argument');
  console.log(one.getStore(), two.getStore());
});
