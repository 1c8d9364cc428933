// process.exit() in beforeExit.
process.on('beforeExit', () => process.exit(12));
process.on('exit', (code) => console.log('exit', code));
