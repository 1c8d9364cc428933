// process.exit() in the uncaughtException handler decides the code.
process.on('exit', (code) => console.log('exit', code));
process.on('uncaughtException', (error) => {
  console.log('handler:', error.message);
  process.exit(13);
});
throw new Error('one');
