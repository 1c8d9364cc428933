// require.resolve gives the file, built-ins by name, and an error for the rest.
const path = require('path');
const shown = (file) => path.relative(__dirname, file);
console.log(shown(require.resolve('./fixtures/counter')));
console.log(shown(require.resolve('./fixtures/folders/main')));
console.log(shown(require.resolve(__filename)));
console.log(require.resolve('fs'), require.resolve('node:fs'));
try {
  require.resolve('./nothing');
} catch (error) {
  console.log(error.code);
}
