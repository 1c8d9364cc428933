// A chain of immediates: a turn of the loop each.
'use strict';
let left = 300_000;
const began = performance.now();

function step() {
  left -= 1;
  if (left > 0) setImmediate(step);
  else console.log(performance.now() - began);
}
setImmediate(step);
