// The main thread may wait.
const cell = new Int32Array(new SharedArrayBuffer(4));
console.log(Atomics.wait(cell, 0, 1, 1000), Atomics.wait(cell, 0, 0, 10));
