// The same when the first error comes from a timer.
process.on('exit', (code) => console.log('exit', code));
process.on('uncaughtException', () => {
  throw new Error('thrown by handler');
});
setTimeout(() => {
  throw new Error('thrown by timer');
}, 1);
