// Handled, the microtasks behind it run.
process.on('uncaughtException', (error, origin) => console.log('handler:', error.message, origin));
queueMicrotask(() => {
  throw new Error('thrown by microtask 1');
});
queueMicrotask(() => console.log('microtask 2'));
Promise.resolve().then(() => console.log('promise'));
setImmediate(() => console.log('immediate'));
