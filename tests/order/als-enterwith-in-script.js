// In the main script it holds for everything begun after it.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
setImmediate(() => console.log('before', storage.getStore()));
storage.enterWith('entered');
setImmediate(() => console.log('after', storage.getStore()));
