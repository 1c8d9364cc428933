// An exception of an 'exit' handler may be handled; what the handler puts into the queues never runs.
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  queueMicrotask(() => console.log('never'));
  process.nextTick(() => console.log('never'));
});
process.on('exit', () => {
  console.log('exit');
  queueMicrotask(() => console.log('never'));
  throw new Error('in exit');
});
process.on('exit', () => console.log('never'));
