// The exit code that was asked for stays when an 'exit' handler throws.
process.on('exit', (code) => {
  console.log('exit', code);
  throw new Error('in exit');
});
process.exit(3);
