// process.exit() in a timer: the timers behind it do not run.
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => process.exit(7), 1);
setTimeout(() => console.log('never'), 1);
