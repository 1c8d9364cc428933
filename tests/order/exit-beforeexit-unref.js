// An unreferenced timer is no work: beforeExit does not come again.
process.on('beforeExit', () => {
  console.log('beforeExit');
  setTimeout(() => console.log('never'), 20).unref();
});
process.on('exit', () => console.log('exit'));
