// require.cache by file name; deleting an entry loads the module again.
const file = require.resolve('./fixtures/counter.js');
const first = require(file);
console.log(file in require.cache, require.cache[file].exports === first, require.cache[file].loaded);
delete require.cache[file];
console.log(require(file) === first);
require.cache[file].exports = 'replaced';
console.log(require(file));
