// An error in the unhandledRejection handler is an uncaught exception.
process.on('unhandledRejection', (reason) => {
  throw new Error(`thrown for ${reason.message}`);
});
process.on('uncaughtException', (error, origin) => console.log('handler:', error.message, origin));
Promise.reject(new Error('one'));
setImmediate(() => console.log('immediate'));
