// EventTarget and AbortController: a million events, 300,000 listeners added and removed, 100,000 aborts.
'use strict';

const target = new EventTarget();
let calls = 0;
const listener = () => { calls += 1; };
target.addEventListener('event', listener);

const began = performance.now();
for (let i = 0; i < 1_000_000; i += 1) target.dispatchEvent(new Event('event'));
for (let i = 0; i < 300_000; i += 1) {
  target.addEventListener('other', listener);
  target.removeEventListener('other', listener);
}
for (let i = 0; i < 100_000; i += 1) {
  const controller = new AbortController();
  controller.signal.addEventListener('abort', listener);
  controller.abort();
}
if (calls !== 1_100_000) throw new Error('listeners were not called');
console.log(performance.now() - began);
