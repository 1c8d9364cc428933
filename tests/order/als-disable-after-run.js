// disable() ends the store of whoever took the context along after the last run(), and not of those from before it.
'use strict';
const { AsyncLocalStorage } = require('async_hooks');
const store = new AsyncLocalStorage();
const other = new AsyncLocalStorage();
const show = (name) => console.log(name, store.getStore(), other.getStore());

store.run('outer', () => {
  Promise.resolve().then(() => show('before a run'));
  store.run('inner', () => show('inner'));
  Promise.resolve().then(() => show('after a run'));
  process.nextTick(show, 'tick after a run');
  store.disable();
  show('disabled');
});
other.run('other', () => {
  store.run('outer', () => {
    setImmediate(show, 'before a run of another');
    other.run('inner', () => show('inner of another'));
    setImmediate(show, 'after a run of another');
    store.disable();
  });
  show('after');
});
show('outside');
