// createHook(): what it refuses, and when hooks hear of callbacks that throw.
'use strict';

const { AsyncResource, createHook, executionAsyncId } = require('async_hooks');

function attempt(label, make) {
  try {
    console.log(label, typeof make());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

for (const name of ['init', 'before', 'after', 'destroy', 'promiseResolve']) {
  attempt(name, () => createHook({ [name]: 5 }));
  attempt(name, () => createHook({ [name]: null }));
}
attempt('trackPromises', () => createHook({ trackPromises: 1 }));
attempt('trackPromises', () => createHook({ promiseResolve() {}, trackPromises: false }));
attempt('nothing', () => createHook({}));
attempt('type', () => new AsyncResource(''));

const types = new Map();
const events = [];
const hook = createHook({
  init(id, type) { types.set(id, type); },
  before(id) { if (types.has(id)) events.push(`before ${types.get(id)}`); },
  after(id) { if (types.has(id)) events.push(`after ${types.get(id)}`); },
}).enable();
attempt('type', () => new AsyncResource(''));
attempt('trigger', () => new AsyncResource('Mine', -2));

process.on('uncaughtException', ({ message }) => {
  const asyncId = executionAsyncId();
  events.push(`${message} in ${types.has(asyncId) ? types.get(asyncId) : 'nothing'}`);
});
const steps = [
  () => { throw new Error('timer'); },
  () => { new AsyncResource('Mine').runInAsyncScope(() => { throw new Error('resource'); }); },
  () => { queueMicrotask(() => { throw new Error('microtask'); }); },
  () => { process.nextTick(() => { throw new Error('tick'); }); },
  () => {
    hook.disable();
    console.log(events.filter((event) => !event.includes('Immediate')).join('\n'));
  },
];

function next() {
  const step = steps.shift();
  if (steps.length > 0) setTimeout(next, 50);
  step();
}

setImmediate(() => {
  events.length = 0;
  setTimeout(next, 50);
});
