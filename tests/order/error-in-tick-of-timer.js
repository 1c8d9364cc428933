// An error in a tick between two timers: the second timer runs, then the ticks left over.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
setTimeout(() => {
  console.log('timer 1');
  process.nextTick(() => {
    throw new Error('thrown by tick');
  });
  process.nextTick(() => console.log('second tick'));
  Promise.resolve().then(() => console.log('promise'));
}, 5);
setTimeout(() => console.log('timer 2'), 5);
const end = performance.now() + 20;
while (performance.now() < end);
