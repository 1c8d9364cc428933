// What an exit handler schedules on the loop never runs, nor do its ticks; its microtasks still do.
process.on('exit', () => {
  console.log('exit');
  setTimeout(() => console.log('timeout: never'), 0);
  setImmediate(() => console.log('immediate: never'));
  process.nextTick(() => console.log('tick: never'));
  Promise.resolve().then(() => console.log('promise'));
  queueMicrotask(() => console.log('microtask'));
});
