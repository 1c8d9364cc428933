// How ticks starve the loop, and how immediates do not: the same timer of 10 ms beside each of them.
'use strict';

function beside(schedule, done) {
  const start = performance.now();
  let busy = true;
  setTimeout(() => {
    console.log(`beside ${schedule.name}: a timer of 10 ms ran after ${Math.round(performance.now() - start)} ms`);
    busy = false;
    done?.();
  }, 10);
  schedule(function again() {
    if (busy && performance.now() - start < 300) schedule(again);
  });
}

beside(setImmediate, () => beside(process.nextTick));
