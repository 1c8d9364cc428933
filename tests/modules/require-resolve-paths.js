// require.resolve.paths, and the paths option.
const path = require('path');
console.log(require.resolve.paths('fs'));
console.log(require.resolve.paths('./x').map((p) => path.relative(__dirname, p) || '.'));
console.log(require.resolve.paths('package')[0] === path.join(__dirname, 'node_modules'));
const found = require.resolve('far', { paths: [path.join(__dirname, 'fixtures/packages/deep')] });
console.log(path.relative(__dirname, found));
