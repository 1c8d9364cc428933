// Handled, the turn goes on: the immediate first, then the ticks and microtasks left over.
const fs = require('fs');
process.on('uncaughtException', (error) => console.log('handler:', error.message));
fs.stat(__filename, () => {
  setImmediate(() => console.log('immediate'));
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
  throw new Error('thrown by callback');
});
