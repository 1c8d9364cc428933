// A handler added by a tick or a microtask is in time.
process.on('unhandledRejection', (reason) => console.log('unhandled: never', reason));
const one = Promise.reject(new Error('one'));
const two = Promise.reject(new Error('two'));
process.nextTick(() => one.catch((error) => console.log('caught by tick', error.message)));
queueMicrotask(() => two.catch((error) => console.log('caught by microtask', error.message)));
