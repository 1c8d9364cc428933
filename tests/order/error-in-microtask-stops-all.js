// An error in queueMicrotask's callback is an uncaught exception, not a rejection.
process.on('unhandledRejection', () => console.log('unhandledRejection: never'));
process.on('exit', (code) => console.log('exit', code));
queueMicrotask(() => {
  throw new Error('thrown by microtask');
});
queueMicrotask(() => console.log('microtask 2: never'));
