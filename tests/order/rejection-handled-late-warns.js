// Without a rejectionHandled handler, a late catch gives a warning.
process.on('warning', (warning) => console.log('warning', warning.name));
process.on('unhandledRejection', () => console.log('unhandledRejection'));
const promise = Promise.reject(new Error('x'));
setImmediate(() => promise.catch(() => console.log('caught')));
