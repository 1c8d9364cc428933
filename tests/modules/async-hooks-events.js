// createHook(): what hooks hear of ticks, microtasks, timers, immediates and resources, and by which numbers.
'use strict';

const {
  AsyncResource, createHook, executionAsyncId, executionAsyncResource, triggerAsyncId,
} = require('async_hooks');

const events = [];
const names = new Map([[0, 'nothing'], [1, 'main']]);

function say(...words) {
  events.push(words.join(' '));
}

// Only of what is made from now on.
function note(event, id) {
  if (names.has(id)) say(event, names.get(id), 'in', names.get(executionAsyncId()));
}

const counts = {};
const hook = createHook({
  init(id, type, trigger, resource) {
    counts[type] = (counts[type] ?? 0) + 1;
    names.set(id, `${type} ${counts[type]}`);
    say('init', names.get(id), 'by', names.get(trigger), 'in', names.get(executionAsyncId()), resource.constructor.name);
  },
  before: (id) => note('before', id),
  after: (id) => note('after', id),
  destroy: (id) => note('destroy', id),
});

function where(label) {
  say(label, names.get(executionAsyncId()), 'by', names.get(triggerAsyncId()));
}

say(hook.enable() === hook, hook.enable() === hook);
process.nextTick((value) => {
  where(`tick ${value}`);
  say(Object.keys(executionAsyncResource()));
}, 5);
queueMicrotask(() => {
  where('microtask');
  process.nextTick(() => where('tick of the microtask'));
});
clearTimeout(setTimeout(() => {}, 1000));
clearImmediate(setImmediate(() => {}));
const resource = new AsyncResource('Mine');
const inner = new AsyncResource('Mine', { triggerAsyncId: resource.asyncId(), requireManualDestroy: true });
say(resource.runInAsyncScope((value) => {
  where('outer');
  inner.runInAsyncScope(() => where('inner'));
  say(executionAsyncResource() === resource);
  return value;
}, null, 7));
try {
  inner.runInAsyncScope(() => { throw new Error('thrown'); });
} catch ({ message }) {
  where(message);
}
resource.emitDestroy();
const immediate = setImmediate((value) => {
  where(`immediate ${value}`);
  say(executionAsyncResource() === immediate);
  setImmediate(() => where('next immediate'));
}, 3);

// One after the other, however slow the machine is.
const steps = [
  () => {
    const timer = setTimeout(() => {
      where('timer');
      say(executionAsyncResource() === timer);
      process.nextTick(() => where('tick of the timer'));
    }, 10);
  },
  () => {
    let left = 2;
    const interval = setInterval(() => {
      where('interval');
      if (--left === 0) clearInterval(interval);
    }, 10);
  },
  () => {
    const other = createHook({ init() { say('the other hook'); } }).enable();
    setTimeout(() => where('heard by two'), 10);
    other.disable();
  },
  () => {
    hook.disable();
    setTimeout(() => {
      say(executionAsyncId() > 1, triggerAsyncId() > 1);
      console.log(events.join('\n'));
    }, 10);
  },
];

function next() {
  steps.shift()();
  if (steps.length > 0) setTimeout(next, 200);
}

setTimeout(next, 200);
