// When the last immediate of the check phase throws, the phase goes on with those that were set
// meanwhile, before timers that are due.
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  setTimeout(() => console.log('timeout'), 1);
  const start = Date.now();
  while (Date.now() - start < 20);
});
setImmediate(() => {
  setImmediate(() => console.log('set meanwhile'));
  throw new Error('of the last immediate');
});
