// A tick of an immediate can clear the next immediate.
setImmediate(() => {
  console.log('first');
  process.nextTick(() => clearImmediate(second));
});
const second = setImmediate(() => console.log('second: never'));
setImmediate(() => console.log('third'));
