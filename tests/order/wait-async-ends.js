// Atomics.waitAsync ends by a call of notify, or in time while something else keeps the loop alive.
const cells = new Int32Array(new SharedArrayBuffer(16));
Atomics.waitAsync(cells, 0, 0).value.then((how) => {
  console.log('notified', how);
  process.nextTick(() => console.log('tick'));
});
Atomics.waitAsync(cells, 0, 0, 100000).value.then((how) => console.log('long', how));
const start = Date.now();
Atomics.waitAsync(cells, 1, 0, 60).value.then((how) => {
  console.log('in time', how, Date.now() - start >= 59);
});
setTimeout(() => console.log(Atomics.notify(cells, 0)), 5);
setTimeout(() => console.log('timer'), 600);
