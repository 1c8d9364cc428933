// After process.exit() not even microtasks of an exit handler run.
process.on('exit', () => {
  console.log('exit');
  setTimeout(() => console.log('timeout: never'), 0);
  process.nextTick(() => console.log('tick: never'));
  queueMicrotask(() => console.log('microtask: never'));
});
process.exit();
