// Of two errors, that of the program and that of an 'exit' handler after it, the first is printed.
process.on('exit', (code) => {
  console.log('exit', code);
  throw new Error('from the exit handler');
});
throw new Error('from the script');
