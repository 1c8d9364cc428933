// Without an extension: .js before .json; a file before a folder.
console.log(require('./fixtures/extensions/both'));
console.log(require('./fixtures/extensions/only'));
console.log(require('./fixtures/extensions/both.json'));
console.log(require('./fixtures/extensions/twin'));
console.log(require('./fixtures/extensions/twin/'));
