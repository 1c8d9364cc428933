// A signal handler does not keep the loop alive.
process.on('SIGUSR2', () => {});
process.on('exit', () => console.log('exit'));
