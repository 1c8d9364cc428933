// Standard input's listeners have the store in which it was first touched.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('touched', () => process.stdin);
storage.run('listening', () => {
  process.stdin.on('data', (data) => console.log(String(data), storage.getStore()));
  process.stdin.on('end', () => console.log('end', storage.getStore()));
});
setImmediate(() => console.log('immediate', storage.getStore()));
