// Clearing an immediate that has run, or that is running, does nothing.
const first = setImmediate(() => console.log('first'));
const second = setImmediate(() => {
  clearImmediate(first);
  clearImmediate(second);
  console.log('second');
});
setImmediate(() => console.log('third'));
