// A promise with a handled and an unhandled branch: the unhandled one is reported.
process.on('unhandledRejection', (reason, promise) => {
  console.log('unhandledRejection', reason.message, promise === branch);
});
const promise = Promise.reject(new Error('one'));
promise.catch(() => console.log('caught'));
const branch = promise.then(() => console.log('never'));
