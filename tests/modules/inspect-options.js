// Options: compact, breakLength, sorted, maxArrayLength, maxStringLength, showHidden, getters, numericSeparator.
const { inspect } = require('util');
const value = { b: [1, 2, { c: 3 }], a: 'text', m: new Map([['k', 1]]) };
console.log(inspect(value, { compact: false }));
console.log(inspect(value, { compact: true }));
console.log(inspect(value, { breakLength: 20 }));
console.log(inspect(value, { sorted: true }));
console.log(inspect([1, 2, 3, 4], { maxArrayLength: 2 }), inspect('a'.repeat(20), { maxStringLength: 5 }));
console.log(inspect([1], { showHidden: true }));
console.log(inspect({ get a() { return { b: 1 }; } }, { getters: true }));
console.log(inspect(1234567.891, { numericSeparator: true }), inspect(-1234n, { numericSeparator: true }));
console.log(inspect({ a: 1, b: 'x', c: null, d: undefined, e: Symbol('s'), f() {} }, { colors: true }));
