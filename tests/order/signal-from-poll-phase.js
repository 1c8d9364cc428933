// A signal that a callback of the poll phase sends to its own process arrives in the next one: not at all, if the
// loop ends before.
const fs = require('fs');
const cell = new Int32Array(new SharedArrayBuffer(4));
let rounds = 3;
process.on('SIGUSR2', () => console.log('signal'));
fs.stat(__filename, function done() {
  console.log('stat');
  if (--rounds > 0) setImmediate(() => {
    console.log('immediate');
    setImmediate(() => {
      console.log('next immediate');
      fs.stat(__filename, done);
    });
  });
  process.kill(process.pid, 'SIGUSR2');
  Atomics.wait(cell, 0, 0, 5);
});
