// Of circular structures.
const { inspect } = require('util');
const a = { name: 'a' };
a.self = a;
a.list = [a, { a }];
console.log(inspect(a));
const b = { c: {} };
b.c.b = b;
b.c.c = b.c;
console.log(inspect(b));
