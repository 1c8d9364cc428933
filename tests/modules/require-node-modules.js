// Packages are looked for in node_modules folders, from the file upwards.
console.log(require('./fixtures/packages/deep/asks.js'));
