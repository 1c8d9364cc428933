// An error in a tick between two immediates: the second immediate runs, then the ticks left over.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
setImmediate(() => {
  console.log('immediate 1');
  process.nextTick(() => {
    throw new Error('thrown by tick');
  });
  process.nextTick(() => console.log('second tick'));
  Promise.resolve().then(() => console.log('promise'));
});
setImmediate(() => console.log('immediate 2'));
