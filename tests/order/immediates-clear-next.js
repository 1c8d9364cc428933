// An immediate may clear one that was to run in the same turn.
setImmediate(() => {
  console.log('first clears second');
  clearImmediate(second);
});
const second = setImmediate(() => console.log('second: never'));
setImmediate(() => console.log('third'));
