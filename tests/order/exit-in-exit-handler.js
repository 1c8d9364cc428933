// process.exit() in an exit handler sets the code and ends at once: exit is not emitted again.
process.on('exit', (code) => {
  console.log('first', code);
  process.exit(11);
});
process.on('exit', () => console.log('second: never'));
