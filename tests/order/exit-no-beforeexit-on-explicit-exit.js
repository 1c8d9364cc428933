// process.exit() skips beforeExit.
process.on('beforeExit', () => console.log('never'));
process.on('exit', () => console.log('exit'));
setTimeout(() => process.exit(), 1);
