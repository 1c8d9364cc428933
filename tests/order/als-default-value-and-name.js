// The defaultValue and name options.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage({ defaultValue: 'default', name: 'mine' });
console.log(storage.name, storage.getStore());
storage.run(undefined, () => console.log(storage.getStore()));
setImmediate(() => console.log(storage.getStore()));
