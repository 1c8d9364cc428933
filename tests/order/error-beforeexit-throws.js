// An error in a beforeExit handler is like any other.
process.once('beforeExit', () => {
  console.log('beforeExit');
  throw new Error('thrown by beforeExit');
});
process.on('uncaughtException', (error) => {
  console.log('handler:', error.message);
  setTimeout(() => console.log('timer'), 1);
});
process.on('exit', (code) => console.log('exit', code));
