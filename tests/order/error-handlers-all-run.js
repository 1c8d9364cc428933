// All handlers run, in the order in which they were added; once() handlers once.
process.on('uncaughtException', (error) => console.log('first:', error.message));
process.once('uncaughtException', (error) => console.log('once:', error.message));
process.on('uncaughtException', (error) => console.log('third:', error.message));
setImmediate(() => {
  throw new Error('B');
});
throw new Error('A');
