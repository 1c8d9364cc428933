// Names in front of what is inspected: errors without a prototype, classes by their source, symbols with quotes.
const util = require('util');

function withoutPrototype(stack, name) {
  const error = Object.setPrototypeOf(new Error('lost'), null);
  Object.defineProperty(error, 'stack', { value: stack });
  if (name !== undefined) error.name = name;
  return util.inspect(error);
}

for (const stack of ['Foo Bar: text', 'foo: text', 'FooError', 'x-Error', 'Foo', 'Foo\n    at x', 'Foo\n  at x', 'A: b', '']) {
  for (const name of [undefined, 'Error', 'Foo', 5]) console.log(withoutPrototype(stack, name));
}
for (const value of [
  class /* ( */ A {}, class A extends (Array) {}, class A /* { */ extends (Array) {}, { classes(a) {} }.classes,
  class { static name = ''; }, Object.setPrototypeOf(class A {}, null), class // (
  B extends Map {},
]) {
  console.log(util.inspect(value));
}
console.log({ [Symbol("it's")]: Symbol("it's"), '4294967295': 1, '01': 2, 'a-b': "it's \"x\" `y`" });
