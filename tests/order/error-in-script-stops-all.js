// An error that the script does not catch ends the program: nothing that was asked for runs.
process.nextTick(() => console.log('tick: never'));
Promise.resolve().then(() => console.log('promise: never'));
setTimeout(() => console.log('timeout: never'), 0);
process.on('exit', (code) => console.log('exit', code));
throw new Error('thrown by the script');
