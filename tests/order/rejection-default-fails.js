// A rejection that nobody handles ends the program with code 1, after microtasks, before timers.
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('timeout: never'), 0);
Promise.reject(new Error('nobody handles this'));
process.nextTick(() => console.log('tick'));
queueMicrotask(() => console.log('microtask'));
