// Handled, the next timer runs at once; the ticks and microtasks of the one that threw follow it.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
setTimeout(() => {
  process.nextTick(() => console.log('tick of timer 1'));
  Promise.resolve().then(() => console.log('promise of timer 1'));
  throw new Error('thrown by timer 1');
}, 5);
setTimeout(() => console.log('timer 2, same duration'), 5);
setTimeout(() => console.log('timer 3, other duration'), 10);
setImmediate(() => console.log('immediate'));
const end = performance.now() + 30;
while (performance.now() < end);
