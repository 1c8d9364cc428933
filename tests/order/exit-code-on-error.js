// An uncaught error makes the code 1, whatever exitCode said before.
process.exitCode = 26;
process.on('exit', (code) => console.log('exit', code, process.exitCode));
throw new Error('one');
