// From an immediate.
setImmediate(function onImmediate() {
  throw new Error('now');
});
