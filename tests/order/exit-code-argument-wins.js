// The argument of process.exit() wins over exitCode; without one exitCode stays.
process.exitCode = 23;
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => process.exit(24), 1);
