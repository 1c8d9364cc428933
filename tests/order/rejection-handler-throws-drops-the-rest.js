// When it throws, the rejections of the same batch behind it are not reported any more.
process.on('unhandledRejection', (reason) => {
  throw new Error(`thrown for ${reason.message}`);
});
process.on('uncaughtException', (error) => console.log('handler:', error.message));
Promise.reject(new Error('one'));
Promise.reject(new Error('two'));
setImmediate(() => Promise.reject(new Error('three')));
