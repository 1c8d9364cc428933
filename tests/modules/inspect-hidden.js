// inspect looks into what a script cannot see: proxies, iterators, weak collections, promises.
const { inspect } = require('util');
const map = new Map([[1, 'a'], [2, { b: 1 }], [3, 'c']]);
const iterator = map.entries();
iterator.next();
console.log(iterator, map.keys(), map.values(), new Set([1, 2]).entries());
// It was not advanced.
console.log([...iterator].length, iterator);
const key = { key: 1 };
console.log(inspect(new WeakMap([[key, 'value']]), { showHidden: true }));
console.log(inspect(new WeakSet([key]), { showHidden: true }), new WeakSet([key]));
console.log(inspect(new Proxy({ a: 1 }, { get() {} }), { showProxy: true }));
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
console.log(inspect(proxy, { showProxy: true }), proxy);
const rejected = Promise.reject(5);
rejected.catch(() => {});
console.log(Promise.resolve({ a: 1 }), rejected, new Promise(() => {}));
console.log(Object.assign([1, , 3], { x: 1, '-1': 2, [Symbol('s')]: 3, 4294967295: 4 }));
console.log(Object.setPrototypeOf(new Map([[1, 2]]), null), Object.setPrototypeOf(/a/, null));
