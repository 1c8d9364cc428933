// process.exit() in the script: nothing that was asked for runs, exit handlers do.
process.on('exit', (code) => console.log('exit', code));
process.nextTick(() => console.log('tick: never'));
Promise.resolve().then(() => console.log('promise: never'));
console.log('script');
process.exit(3);
console.log('never');
