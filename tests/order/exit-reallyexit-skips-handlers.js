// process.reallyExit() does not run handlers.
process.on('exit', () => console.log('never'));
process.reallyExit(31);
