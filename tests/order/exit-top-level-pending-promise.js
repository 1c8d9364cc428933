// A promise that never settles keeps nothing alive.
process.on('exit', (code) => console.log('exit', code));
(async () => {
  console.log('waiting');
  await new Promise(() => {});
  console.log('never');
})();
