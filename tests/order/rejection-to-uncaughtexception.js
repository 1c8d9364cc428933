// Without an unhandledRejection handler, the rejection goes to uncaughtException.
process.on('uncaughtException', (error, origin) => console.log('handler:', error.message, origin));
Promise.reject(new Error('rejected'));
setImmediate(() => console.log('immediate'));
