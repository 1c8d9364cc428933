// Of maps, sets, typed arrays, buffers.
const { inspect } = require('util');
console.log(inspect(new Map([['a', 1], [{ b: 2 }, new Map()]])));
console.log(inspect(new Set(['a', { b: 2 }, new Set([1])])));
console.log(inspect(new Map([['a', 1]]).entries()), inspect(new Set([1]).values()));
console.log(inspect(new WeakMap()), inspect(new WeakSet()));
console.log(inspect(new Uint8Array([1, 2, 3])), inspect(new Float64Array(2)), inspect(new BigInt64Array(1)));
console.log(inspect(Buffer.from('hello')));
console.log(inspect(new ArrayBuffer(4)));
console.log(inspect(new DataView(new ArrayBuffer(2))));
