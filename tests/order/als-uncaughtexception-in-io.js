// The handler of an error in a file's callback sees its store; the next callback does not.
const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');
const storage = new AsyncLocalStorage();
process.on('uncaughtException', (error) => {
  console.log(error.message, storage.getStore());
  fs.stat(__filename, () => {
    console.log('begun in the handler', storage.getStore());
    setImmediate(() => console.log('immediate', storage.getStore()));
  });
  storage.exit(() => setTimeout(() => console.log('begun outside', storage.getStore()), 50));
});
storage.run('A', () => fs.stat(__filename, () => {
  throw new Error('thrown');
}));
