// Of objects: keys, accessors, symbols, nesting, prototypes.
const { inspect } = require('util');
console.log(inspect({}));
console.log(inspect({ a: 1, 'b-c': 'two', 3: [4], [Symbol('s')]: 5 }));
console.log(inspect({ get a() { return 1; }, set b(v) {}, get c() { return 1; }, set c(v) {} }));
console.log(inspect({ a: { b: { c: { d: 1 } } } }));
console.log(inspect({ a: { b: { c: { d: 1 } } } }, { depth: Infinity }));
console.log(inspect({ a: { b: { c: {} } } }, { depth: 0 }));
console.log(inspect(Object.create(null)));
console.log(inspect(new (class Point { x = 1; y = 2; })()));
console.log(inspect(new (class extends Array {})()));
console.log(inspect(Object.create({ constructor: undefined })));
console.log(inspect(new Proxy({ a: 1 }, {})), inspect(new Proxy({ a: 1 }, {}), { showProxy: true }));
