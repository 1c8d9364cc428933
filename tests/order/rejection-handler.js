// unhandledRejection gets the reason and the promise, after ticks and microtasks.
process.on('unhandledRejection', (reason, promise) => {
  console.log('handler:', reason.message, promise === rejected);
});
const rejected = Promise.reject(new Error('rejected'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise')).then(() => console.log('chained'));
setImmediate(() => console.log('immediate'));
