// Atomics.waitAsync does not keep the loop alive, not even with a timeout.
const cells = new Int32Array(new SharedArrayBuffer(16));
process.on('beforeExit', () => console.log('beforeExit'));
const { async, value } = Atomics.waitAsync(cells, 0, 0);
console.log(async, value);
value.then(() => console.log('never'));
Atomics.waitAsync(cells, 1, 0, 100000).value.then(() => console.log('never'));
console.log(Atomics.waitAsync(cells, 0, 1), Atomics.waitAsync(cells, 0, 0, 0));
