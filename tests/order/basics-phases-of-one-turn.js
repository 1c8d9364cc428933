// From an I/O callback, the rest of the turn: ticks, microtasks, check (immediate), then timers.
const fs = require('fs');
fs.stat(__filename, () => {
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
  console.log('poll');
});
