// A million timers of ten different delays: set, and run.
'use strict';
const count = 1_000_000;
let left = count;
const began = performance.now();

function fire() {
  left -= 1;
  if (left === 0) console.log(performance.now() - began);
}
for (let i = 0; i < count; i += 1) setTimeout(fire, 1 + (i % 10));
