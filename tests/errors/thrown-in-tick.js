// From a tick.
process.nextTick(function onTick() {
  throw new Error('soon');
});
