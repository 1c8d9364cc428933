// A folder: package.json's main, then index.js, then index.json.
console.log(require('./fixtures/folders/main'));
console.log(require('./fixtures/folders/script'));
console.log(require('./fixtures/folders/json'));
console.log(require('./fixtures/folders/main-is-folder'));
console.log(require('./fixtures/folders/main-is-missing'));
console.log(require('./fixtures/folders'));
