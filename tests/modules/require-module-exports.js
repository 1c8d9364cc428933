// exports, module.exports, and what happens when one is replaced.
console.log(require('./fixtures/exports/replaced.js')());
console.log(require('./fixtures/exports/shortcut-lost.js'));
console.log(require('./fixtures/exports/this.js'));
console.log(require('./fixtures/exports/primitive.js'));
