// Functions that are bound to a resource or to the stores of now.
'use strict';

const { AsyncLocalStorage, AsyncResource, executionAsyncId } = require('async_hooks');

const storage = new AsyncLocalStorage();
const { snapshot, bound, resource } = storage.run('inside', () => ({
  snapshot: AsyncLocalStorage.snapshot(),
  bound: AsyncLocalStorage.bind(function(a, b) { return [this.name, a, b, storage.getStore()]; }),
  resource: new AsyncResource('Mine'),
}));
console.log(snapshot((a) => [a, storage.getStore()], 1), bound.call({ name: 'this' }, 2, 3), bound.name, bound.length);

const own = resource.bind(function(a) { return [this?.name, a, storage.getStore()]; });
console.log(own.call({ name: 'this' }, 1), own.name, own.length);
const fixed = resource.bind(function(a) { return [this.name, a, storage.getStore()]; }, { name: 'fixed' });
console.log(fixed.call({ name: 'this' }, 1), fixed.length);
console.log(resource.bind(() => executionAsyncId() === resource.asyncId())());
console.log(AsyncResource.bind((a, b) => a + b)(1, 2), AsyncResource.bind(() => {}, 'Mine', {}).length);
for (const bind of [AsyncLocalStorage.bind, AsyncResource.bind, (fn) => resource.bind(fn)]) {
  try {
    bind(5);
  } catch ({ code, message }) {
    console.log(code, message);
  }
}
