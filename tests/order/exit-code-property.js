// process.exitCode is the code when the program ends by itself.
process.exitCode = 21;
process.on('exit', (code) => console.log('exit', code, process.exitCode));
