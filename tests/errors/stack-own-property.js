// stack is there for instances of Error and its subclasses, and can be written.
const error = new TypeError('x');
console.log(typeof error.stack, Object.keys(error));
error.stack = 'replaced';
console.log(error.stack);
console.log(typeof new (class Own extends Error {})('y').stack);
