// An 'exit' handler that calls process.exit() keeps the error from being printed.
process.on('exit', (code) => {
  console.log('exit', code, process.exitCode);
  process.exit(9);
});
throw new Error('never shown');
