// beforeExit gets the code too.
process.exitCode = 30;
process.on('beforeExit', (code) => console.log('beforeExit', code));
