// An 'exit' handler throws in process.exit(), and the error is handled: the program goes on, without ticks,
// and 'exit' comes again at its end.
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  process.nextTick(() => console.log('never'));
  setImmediate(() => console.log('immediate'));
});
process.on('exit', (code) => {
  console.log('exit', code);
  throw new Error('in exit');
});
process.exit(3);
