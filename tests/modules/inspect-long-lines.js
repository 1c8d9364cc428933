// When things get long they are broken into lines.
const { inspect } = require('util');
console.log(inspect({ first: 'a'.repeat(30), second: 'b'.repeat(30), third: 'c'.repeat(30) }));
console.log(inspect({ text: 'one\ntwo\nthree', long: 'x'.repeat(100) }));
console.log(inspect([{ a: 1, b: 2 }, { a: 3, b: 4 }, { a: 5, b: 6 }, { a: 7, b: 8 }, { a: 9, b: 10 }, { a: 11, b: 12 }]));
console.log(inspect({ a: [[], {}, [[]]], b: new Map([['key', { nested: [1, 2, 3] }]]) }));
