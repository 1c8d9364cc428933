// With nothing else to run, its ticks and microtasks run right after the handler.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
setTimeout(() => {
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise'));
  throw new Error('thrown by timer');
}, 1);
process.on('exit', () => console.log('exit'));
