// A deprecation without a code has none; one code is told of once.
const { deprecate } = require('util');

process.on('warning', ({ name, code, message }) => console.log(name, code, message));
deprecate(() => {}, 'no code')();
const first = deprecate(() => {}, 'with a code', 'DEP_X');
first();
first();
deprecate(() => {}, 'with the same code', 'DEP_X')();
