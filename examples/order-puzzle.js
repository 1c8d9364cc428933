// A puzzle: cover the letters, and say in which order the lines are printed.
// The letters come out in the order of the alphabet; in the code they stand otherwise. Why?
'use strict';

const fs = require('fs');

fs.readFile(__filename, () => {
  setTimeout(() => console.log('H  timer'), 0);
  setImmediate(() => {
    console.log('F  check');
    process.nextTick(() => console.log('G  tick of the immediate'));
  });
  Promise.resolve()
    .then(() => {
      console.log('C  microtask');
      process.nextTick(() => console.log('E  tick of the microtask'));
    })
    .then(() => console.log('D  microtask of the microtask'));
  process.nextTick(() => console.log('B  tick'));
  console.log('A  poll');
});
