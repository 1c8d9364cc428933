// What a listener that is an object throws is reported from a microtask, what it returns is waited for.
'use strict';
const log = console.log;
process.on('uncaughtException', (error) => log('uncaught', error instanceof TypeError ? 'TypeError' : error.message));

// Microtasks that follow each other, to see how many have passed.
function count(name, length) {
  let job = Promise.resolve();
  for (let i = 1; i <= length; i++) job = job.then(() => log(name, i));
}

const cases = {
  throws: { handleEvent() { throw new Error('thrown'); } },
  rejects: { handleEvent: () => Promise.reject(new Error('rejected')) },
  async: { async handleEvent() { throw new Error('async'); } },
  thenable: { handleEvent: () => ({ then(resolve, reject) { log('then is called', typeof resolve); reject(new Error('thenable')); } }) },
  touchy: { handleEvent: () => ({ get then() { log('then is read'); throw new Error('touchy'); } }) },
  missing: {},
  number: { handleEvent: 5 },
  value: { handleEvent: () => 5 },
  function: () => { throw new Error('function'); },
  'function that rejects': () => Promise.reject(new Error('function that rejects')),
};

// One after the other, and nothing else in the turn.
const names = Object.keys(cases);
setImmediate(function next() {
  const name = names.shift();
  if (name === undefined) return failingImmediate();
  setTimeout(next, 4);
  const target = new EventTarget();
  target.addEventListener('x', cases[name]);
  process.nextTick(log, name, 'tick before');
  count(`${name}: microtask`, 6);
  target.dispatchEvent(new Event('x'));
  process.nextTick(log, name, 'tick after');
  queueMicrotask(() => process.nextTick(log, name, 'tick of a microtask'));
});

// The microtask of one immediate, which failed, and the listener of the next.
function failingImmediate() {
  process.once('uncaughtException', () => queueMicrotask(() => log('microtask of the handler')));
  const target = new EventTarget();
  target.addEventListener('x', { handleEvent() { log('event'); throw new Error('E2'); } });
  setImmediate(() => { throw new Error('E1'); });
  setImmediate(() => target.dispatchEvent(new Event('x')));
}
