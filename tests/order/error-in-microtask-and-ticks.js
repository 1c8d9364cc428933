// Ticks that were asked for amid microtasks run after them, an error among them or not.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
queueMicrotask(() => {
  process.nextTick(() => console.log('tick'));
  queueMicrotask(() => console.log('microtask 3'));
  throw new Error('thrown by microtask 1');
});
queueMicrotask(() => console.log('microtask 2'));
