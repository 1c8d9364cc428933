// Ticks that microtasks ask for are still in time.
process.on('unhandledRejection', (reason) => console.log('unhandled: never', reason));
const promise = Promise.reject(new Error('one'));
queueMicrotask(() => process.nextTick(() => promise.catch((error) => console.log('caught', error.message))));
