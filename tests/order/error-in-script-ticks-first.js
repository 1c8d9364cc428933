// After a handled error of the script the ticks run before the first callback of the loop.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
process.nextTick(() => console.log('tick'));
setImmediate(() => console.log('immediate'));
queueMicrotask(() => console.log('microtask'));
throw new Error('thrown by script');
