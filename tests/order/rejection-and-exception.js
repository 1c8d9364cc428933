// A rejection and an exception in one callback: the exception is reported first.
process.on('unhandledRejection', (reason) => console.log('unhandledRejection', reason.message));
process.on('uncaughtException', (error) => console.log('uncaughtException', error.message));
setImmediate(() => {
  Promise.reject(new Error('rejected'));
  throw new Error('thrown');
});
