// Promise.all handles the rejections of its parts, but its own must be handled.
process.on('unhandledRejection', (reason) => console.log('unhandledRejection', reason.message));
Promise.all([Promise.reject(new Error('one')), Promise.reject(new Error('two'))]);
