// Exit handlers may still change it.
process.on('exit', (code) => {
  console.log('first', code);
  process.exitCode = 22;
});
process.on('exit', (code) => console.log('second', code, process.exitCode));
