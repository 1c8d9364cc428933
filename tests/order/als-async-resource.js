// AsyncResource runs functions in the stores of the place where it was made.
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const storage = new AsyncLocalStorage();
const resource = storage.run('made here', () => new AsyncResource('TEST'));
resource.runInAsyncScope((...args) => console.log(storage.getStore(), args), null, 1, 2);
const bound = storage.run('bound here', () => AsyncResource.bind(() => storage.getStore()));
console.log(bound());
