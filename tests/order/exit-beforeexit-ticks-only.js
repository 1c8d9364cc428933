// Ticks and promises alone run after beforeExit, but do not bring it again.
process.on('beforeExit', () => {
  console.log('beforeExit');
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise'));
});
process.on('exit', () => console.log('exit'));
