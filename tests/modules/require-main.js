// require.main is the script's module, in every file.
console.log(require.main === module, require('./fixtures/asks-main.js') === module);
