// Ticks and microtasks of an immediate run before the next immediate.
setImmediate(() => {
  console.log('immediate 1');
  process.nextTick(() => console.log('tick 1'));
  Promise.resolve().then(() => console.log('promise 1'));
});
setImmediate(() => {
  console.log('immediate 2');
  process.nextTick(() => console.log('tick 2'));
  Promise.resolve().then(() => console.log('promise 2'));
});
