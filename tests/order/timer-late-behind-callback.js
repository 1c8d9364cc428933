// A timer of 200 ms, and an I/O callback at 95 ms that takes 130 ms: the timer runs when that is over.
const fs = require('fs');
const start = performance.now();
const passed = () => performance.now() - start;

setTimeout(() => {
  console.log('timer, not before 225 ms:', passed() >= 224);
}, 200);

setTimeout(() => {
  fs.stat(__filename, () => {
    const begin = passed();
    console.log('read done, not before 95 ms:', begin >= 94);
    while (passed() < begin + 130);
  });
}, 95);
