// Of dates, regular expressions, promises, boxed values, arguments, globals.
const { inspect } = require('util');
console.log(inspect(new Date(0)), inspect(new Date(NaN)), inspect(/a+/gi));
console.log(inspect(Promise.resolve([1])), inspect(new Promise(() => {})));
const rejected = Promise.reject(3);
rejected.catch(() => {});
console.log(inspect(rejected));
console.log(inspect(new String('text')), inspect(new Number(-0)), inspect(Object(Symbol('s'))), inspect(Object(1n)));
console.log(inspect((function () { return arguments; })(1, 2)));
console.log(inspect((function* () {})()), inspect((async function* () {})()));
console.log(inspect(Math), inspect(JSON), inspect(new WeakRef({ a: 1 })));
console.log(inspect(new URL('https://user@example.org:8080/path?a=1#hash')).split('\n').length);
