// A chain of ticks: each one schedules the next.
'use strict';
let left = 3_000_000;
const began = performance.now();

function step() {
  left -= 1;
  if (left > 0) process.nextTick(step);
  else console.log(performance.now() - began);
}
process.nextTick(step);
