// util.format and its directives.
const { format } = require('util');
console.log(format('%s %s', 'a'), format('%s', 'a', 'b', { c: 1 }));
console.log(format('%s %s %s %s', null, undefined, 5n, Symbol('s')), format('%s', { a: { b: {} } }), format('%s', class A {}));
console.log(format('%d %d %d %d', 42, '42', 5n, 'x'), format('%i %i', 42.9, '7px'), format('%f %f', '1.5', 'x'));
console.log(format('%j', { a: [1] }), format('%o', { a: 1 }), format('%O', { a: 1 }));
console.log(format('%%, %c styled %x', 'css', 'rest'), format(1, 2, '3'), format('100%'), format());
console.log(format('%s', -0), format('%d', -0), format('%s', 'text', -0, 'more'));
