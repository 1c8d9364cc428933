// refresh() of a timer that has run takes the store of whoever calls it, that of one that waits does not.
'use strict';
const { AsyncLocalStorage } = require('async_hooks');
const store = new AsyncLocalStorage();
const show = (name) => console.log(name, store.getStore());

const fired = store.run('made', () => setTimeout(show, 1, 'fired'));
const waiting = store.run('made', () => setTimeout(show, 40, 'waiting'));
const repeated = store.run('made', () => setInterval(() => {
  show('interval');
  if (++rounds === 2) clearInterval(repeated);
}, 30));
let rounds = 0;
const own = store.run('made', () => setTimeout(() => {
  show('own');
  if (++owns === 1) store.run('inside', () => own.refresh());
}, 1));
let owns = 0;
setTimeout(() => {
  store.run('refreshed', () => {
    fired.refresh();
    waiting.refresh();
    repeated.refresh();
  });
}, 10);
