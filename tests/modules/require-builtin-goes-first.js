// A built-in module goes before a package of the same name.
console.log(require('./fixtures/shadow/asks.js'));
