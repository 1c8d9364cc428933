// What hooks hear of promises: of then(), of await, of one that follows another, of several together.
'use strict';

const { createHook, executionAsyncId, triggerAsyncId } = require('async_hooks');
const fs = require('fs');

const log = (...words) => fs.writeSync(1, `${words.join(' ')}\n`);
// Numbers in the order in which they are met.
const names = new Map();
const name = (id) => {
  if (!names.has(id)) names.set(id, `#${names.size}`);
  return names.get(id);
};
const awaited = new Set();
let isAwaiting = false;

const hook = createHook({
  init(id, type, trigger, resource) {
    // What an await is for is not told by all engines.
    if (isAwaiting) awaited.add(id);
    log('init', name(id), type, isAwaiting ? '' : name(trigger), 'in', name(executionAsyncId()), resource instanceof Promise);
  },
  before(id) {
    isAwaiting = false;
    log('before', name(id), name(executionAsyncId()), awaited.has(id) ? '' : name(triggerAsyncId()));
  },
  after(id) { log('after', name(id)); },
  promiseResolve(id) { log('resolved', name(id)); },
}).enable();

log('then');
const first = Promise.resolve(1);
first.then(() => log('reaction in', name(executionAsyncId())));
log('catch');
Promise.reject(new Error('x')).catch(() => {});
log('follow');
Promise.resolve().then(() => Promise.resolve(2)).finally(() => log('finally'));
log('all');
Promise.all([1, first]).then(() => log('all are there'));
log('async');
async function wait() {
  isAwaiting = true;
  await first;
  log('awaited in', name(executionAsyncId()));
  isAwaiting = true;
  await null;
  log('awaited again');
  return 5;
}
const waiting = wait();
isAwaiting = false;
waiting.then(() => {
  log('through');
  hook.disable();
  Promise.resolve().then(() => log('not told'));
});
queueMicrotask(() => log('microtask'));
