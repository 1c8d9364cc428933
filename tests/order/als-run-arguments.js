// run() and exit() pass arguments on.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('store', (...args) => console.log(args, storage.getStore()), 1, 2, 3);
storage.run('store', () => storage.exit((...args) => console.log(args, storage.getStore()), 4, 5));
