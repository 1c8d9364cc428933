// A rejection made in a tick is reported when the ticks and microtasks are through.
process.on('unhandledRejection', (reason) => console.log('unhandledRejection', reason.message));
process.nextTick(() => {
  Promise.reject(new Error('from tick'));
  process.nextTick(() => console.log('tick 3'));
});
process.nextTick(() => console.log('tick 2'));
queueMicrotask(() => console.log('microtask'));
