// Handled, the ticks behind it run, then the microtasks.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => {
  process.nextTick(() => console.log('tick of tick 1'));
  throw new Error('thrown by tick 1');
});
process.nextTick(() => console.log('tick 2'));
