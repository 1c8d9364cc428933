// Waits of Atomics.waitAsync whose time is over before the loop comes to them end in the order of their times.
const cells = new Int32Array(new SharedArrayBuffer(16));
for (const time of [60, 20, 40, 21, 1, Infinity]) {
  Atomics.waitAsync(cells, 0, 0, time).value.then((how) => console.log(time, how));
}
Atomics.wait(cells, 1, 0, 80);
setTimeout(() => console.log('later'), 200);
