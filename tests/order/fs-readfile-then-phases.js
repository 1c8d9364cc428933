// After a readFile callback: ticks, promises, immediates, then timers.
const fs = require('fs');
fs.readFile(__filename, 'utf8', (error, text) => {
  console.log('read', error, typeof text);
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate 1'));
  setImmediate(() => console.log('immediate 2'));
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise'));
});
