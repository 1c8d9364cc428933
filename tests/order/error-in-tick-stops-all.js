// An error in a tick ends the program; the ticks behind it do not run.
process.nextTick(() => console.log('tick 1'));
process.nextTick(() => {
  throw new Error('thrown by tick 2');
});
process.nextTick(() => console.log('tick 3: never'));
process.on('exit', (code) => console.log('exit', code));
