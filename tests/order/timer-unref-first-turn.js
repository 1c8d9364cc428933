// Timers that are due when the loop starts run before its first turn, which ends with timers once more: those without a ref, too, that
// came due meanwhile. Later turns are asked first whether there is anything to wait for.
'use strict';
const cell = new Int32Array(new SharedArrayBuffer(4));
const block = () => Atomics.wait(cell, 0, 0, 50);

setTimeout(() => {
  console.log('timeout');
  setTimeout(() => {
    console.log('without a ref, in the first turn');
    setTimeout(() => console.log('never'), 1).unref();
    block();
  }, 1).unref();
  block();
}, 1);
const interval = setInterval(() => {
  block();
  console.log('interval');
}, 20).unref();
block();
process.on('exit', () => clearInterval(interval));
