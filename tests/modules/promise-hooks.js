// v8.promiseHooks: each event, what is refused, and what a hook throws.
'use strict';

const { promiseHooks } = require('v8');

const names = new Map();
const name = (promise) => {
  if (promise === undefined) return '-';
  if (!names.has(promise)) names.set(promise, `#${names.size}`);
  return names.get(promise);
};
const events = [];
const stop = promiseHooks.createHook({
  init: (promise, parent) => { events.push(`init ${name(promise)} ${name(parent)}`); },
  before: (promise) => { events.push(`before ${name(promise)}`); },
  after: (promise) => { events.push(`after ${name(promise)}`); },
  settled: (promise) => { events.push(`settled ${name(promise)}`); },
});
const parent = Promise.resolve(1);
parent.then(() => { events.push('child'); }).then(() => {
  events.push('grandchild');
  stop();
  stop();
  console.log(events);
});

for (const name of ['onInit', 'onBefore', 'onAfter', 'onSettled']) {
  for (const hook of [undefined, 1, async () => {}, function* () {}, async function* () {}]) {
    try {
      promiseHooks[name](hook);
      console.log(name, 'taken');
    } catch (error) {
      console.log(name, error.code, error.message.replace(/Received.*/s, ''));
    }
  }
}

process.once('uncaughtException', (error) => console.log('uncaught', error.message));
const stopThrowing = promiseHooks.onInit(() => {
  stopThrowing();
  throw new Error('from a hook');
});
Promise.resolve();
console.log('goes on');
