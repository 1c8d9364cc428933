// Handled, the next immediate runs at once; the ticks and microtasks of the one that threw follow it.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
setImmediate(() => {
  process.nextTick(() => console.log('tick of immediate 1'));
  Promise.resolve().then(() => console.log('promise of immediate 1'));
  setTimeout(() => console.log('timer'), 1);
  const end = performance.now() + 10;
  while (performance.now() < end);
  throw new Error('thrown by immediate 1');
});
setImmediate(() => console.log('immediate 2'));
setImmediate(() => console.log('immediate 3'));
