// Ticks that microtasks add wait until the microtask queue is empty.
Promise.resolve().then(() => {
  console.log('promise 1');
  process.nextTick(() => console.log('tick from promise 1'));
}).then(() => console.log('promise 2')).then(() => console.log('promise 3'));
queueMicrotask(() => console.log('microtask'));
