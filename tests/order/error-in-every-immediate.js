// Every immediate may throw, each with one that it sets.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
for (let i = 1; i <= 3; i++) setImmediate(() => {
  setImmediate(() => console.log('set by', i));
  throw new Error(`immediate ${i}`);
});
setImmediate(() => console.log('last of the first turn'));
