// An exit handler may even turn the code of an uncaught error into 0.
process.on('exit', () => {
  process.exitCode = 0;
});
throw new Error('one');
