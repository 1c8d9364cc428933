// process.exit() in a tick: the ticks behind it do not run.
process.nextTick(() => {
  console.log('tick 1');
  process.exit(4);
});
process.nextTick(() => console.log('tick 2: never'));
