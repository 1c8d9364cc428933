// A microtask that a tick queues waits for the ticks that are already queued.
process.nextTick(() => {
  console.log('tick 1');
  queueMicrotask(() => console.log('microtask of tick 1'));
});
process.nextTick(() => console.log('tick 2'));
process.nextTick(() => {
  console.log('tick 3');
  process.nextTick(() => console.log('tick of tick 3'));
});
