// AsyncLocalStorage.bind() ties a function to the present stores.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const bound = storage.run('bound', () => AsyncLocalStorage.bind((a, b) => [storage.getStore(), a, b]));
console.log(bound(1, 2));
console.log(storage.run('other', () => bound(3, 4)));
console.log(storage.getStore());
