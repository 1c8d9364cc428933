// A handler added while unhandledRejection is being reported.
process.on('unhandledRejection', (reason, promise) => {
  console.log('unhandledRejection', reason.message);
  promise.catch((error) => console.log('caught', error.message));
});
process.on('rejectionHandled', () => console.log('rejectionHandled'));
Promise.reject(new Error('one'));
