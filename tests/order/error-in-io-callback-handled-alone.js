// With nothing else to run, the ticks and microtasks left over run right after the handler.
const fs = require('fs');
process.on('uncaughtException', (error) => console.log('handler:', error.message));
fs.stat(__filename, () => {
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
  throw new Error('thrown by callback');
});
process.on('exit', () => console.log('exit'));
