// After the 'exit' handlers microtasks still run, and a rejection that nobody handles is reported: what
// its handler does to the exit code counts.
process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  process.exitCode = reason;
  if (reason < 3) Promise.reject(reason + 1);
});
process.on('exit', (code) => {
  console.log('exit', code);
  process.nextTick(() => console.log('never'));
  queueMicrotask(() => console.log('microtask'));
  Promise.reject(1);
});
