// With a monitor alone the program still ends.
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('never'), 50);
setTimeout(() => {
  throw new Error('one');
}, 1);
