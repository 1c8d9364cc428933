// An error in an immediate ends the program; ticks of the immediates before it have run.
setImmediate(() => {
  console.log('immediate 1');
  process.nextTick(() => console.log('tick 1'));
});
setImmediate(() => {
  process.nextTick(() => console.log('tick 2: never'));
  throw new Error('thrown by immediate 2');
});
setImmediate(() => console.log('immediate 3: never'));
process.on('exit', (code) => console.log('exit', code));
