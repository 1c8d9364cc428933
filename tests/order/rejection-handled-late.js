// A handler added a turn later is late: rejectionHandled follows.
process.on('unhandledRejection', (reason) => console.log('unhandledRejection', reason.message));
process.on('rejectionHandled', (promise) => console.log('rejectionHandled', promise === rejected));
const rejected = Promise.reject(new Error('late'));
setImmediate(() => {
  console.log('immediate');
  rejected.catch((error) => console.log('caught', error.message));
  process.nextTick(() => console.log('tick'));
});
