// And in immediates, each with its own.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
for (const name of ['A', 'B', undefined, 'C']) {
  storage.run(name, () => setImmediate(() => console.log(name, storage.getStore())));
}
