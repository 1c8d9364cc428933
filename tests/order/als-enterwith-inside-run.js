// run() gives back its own store only: what other storages entered meanwhile stays.
const { AsyncLocalStorage } = require('async_hooks');
const one = new AsyncLocalStorage();
const two = new AsyncLocalStorage();
one.run('one', () => {
  one.enterWith('changed');
  two.enterWith('two');
});
console.log(one.getStore(), two.getStore());
one.run('one', () => two.run('inner', () => one.disable()));
console.log(one.getStore(), two.getStore());
