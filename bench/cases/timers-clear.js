// A million timers of a thousand different delays: set, and cleared before any is due.
'use strict';
const count = 1_000_000;
const timers = new Array(count);

function fire() {
  throw new Error('a cleared timer ran');
}
const began = performance.now();
for (let i = 0; i < count; i += 1) timers[i] = setTimeout(fire, 60_000 + (i % 1000));
for (let i = 0; i < count; i += 1) clearTimeout(timers[i]);
console.log(performance.now() - began);
