// process.exit() in an immediate: neither its ticks nor the immediates behind it run.
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => {
  process.nextTick(() => console.log('tick: never'));
  process.exit(8);
});
setImmediate(() => console.log('immediate: never'));
