// When the last handler is gone, the next error ends the program.
process.once('uncaughtException', (error) => console.log('once:', error.message));
setTimeout(() => {
  throw new Error('first');
}, 1);
setTimeout(() => {
  throw new Error('second');
}, 20);
setTimeout(() => console.log('never'), 40);
