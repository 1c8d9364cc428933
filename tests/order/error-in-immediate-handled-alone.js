// The same for an immediate.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
setImmediate(() => {
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise'));
  throw new Error('thrown by immediate');
});
process.on('exit', () => console.log('exit'));
