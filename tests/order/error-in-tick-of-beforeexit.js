// After an error in 'beforeExit' an immediate empties the queues. If a tick throws there, a rejection is
// reported only after timers that are due.
process.on('uncaughtException', (error) => console.log('caught', error.message));
process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
process.once('beforeExit', () => {
  Promise.resolve().then(() => {
    console.log('microtask');
    process.nextTick(() => {
      Promise.reject('in the tick');
      throw new Error('in the tick');
    });
    setTimeout(() => console.log('timeout'), 1);
    const start = Date.now();
    while (Date.now() - start < 20);
  });
  throw new Error('in beforeExit');
});
