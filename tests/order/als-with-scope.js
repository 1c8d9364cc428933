// withScope() enters a store until it is disposed of, once.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const scope = storage.withScope('scoped');
console.log(storage.getStore());
setImmediate(() => console.log('immediate', storage.getStore()));
scope[Symbol.dispose]();
console.log(storage.getStore());
storage.enterWith('entered');
scope[Symbol.dispose]();
console.log(storage.getStore());
