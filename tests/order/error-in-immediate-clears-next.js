// An immediate that clears the next one and then throws: the one after it still runs.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
setImmediate(() => {
  clearImmediate(second);
  throw new Error('thrown by immediate 1');
});
const second = setImmediate(() => console.log('immediate 2: never'));
setImmediate(() => console.log('immediate 3'));
