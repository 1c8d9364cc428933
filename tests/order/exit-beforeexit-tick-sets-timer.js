// A tick of beforeExit that sets a timer keeps the program going.
process.once('beforeExit', () => {
  console.log('beforeExit');
  process.nextTick(() => setTimeout(() => console.log('timeout'), 1));
});
process.on('exit', () => console.log('exit'));
