// So does an uncaught error.
process.on('beforeExit', () => console.log('never'));
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => {
  throw new Error('one');
}, 1);
