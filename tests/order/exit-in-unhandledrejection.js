// And in the unhandledRejection handler.
process.on('exit', (code) => console.log('exit', code));
process.on('unhandledRejection', () => process.exit(14));
Promise.reject(new Error('one'));
