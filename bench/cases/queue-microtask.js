// A chain of microtasks: each one queues the next.
'use strict';
let left = 3_000_000;
const began = performance.now();

function step() {
  left -= 1;
  if (left > 0) queueMicrotask(step);
  else console.log(performance.now() - began);
}
queueMicrotask(step);
