// Time that the ticks of a timer take is not slept once more: the next timer comes when it is due.
'use strict';

const start = performance.now();
const elapsed = () => performance.now() - start;

setTimeout(() => {
  process.nextTick(() => {
    while (elapsed() < 700);
    console.log('a tick has taken long');
  });
}, 100);
setTimeout(() => {
  console.log('in time:', elapsed() > 990 && elapsed() < 1400);
}, 1000);
