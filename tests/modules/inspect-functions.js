// Of functions and classes.
const { inspect } = require('util');
console.log(inspect(function named() {}), inspect(() => {}), inspect(async () => {}));
console.log(inspect(function* generator() {}), inspect(async function* both() {}));
console.log(inspect(class {}), inspect(class A {}), inspect(class B extends Map {}), inspect(class extends null {}));
console.log(inspect(Object.assign(function f() {}, { a: 1 })));
