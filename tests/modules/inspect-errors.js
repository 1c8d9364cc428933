// Of errors; without frames, since those are the subject of tests/errors.
const { inspect } = require('util');
Error.stackTraceLimit = 0;
console.log(inspect(new Error('plain')));
console.log(inspect(Object.assign(new TypeError('with keys'), { code: 'E', list: [1] })));
console.log(inspect(new Error('outer', { cause: new RangeError('inner') })));
console.log(inspect(new AggregateError([new Error('a'), new Error('b')], 'many')));
console.log(inspect(new (class CustomError extends Error {})('custom')));
console.log(inspect({ error: new Error('nested'), list: [new Error()] }));
console.log(inspect(Object.assign(new Error('renamed'), { name: 'Other' })));
console.log(inspect(Object.assign(new Error('two\nlines'), { stack: 'Error: two\nlines\n    at somewhere (file.js:1:2)' })));
