// NODE_PATH names folders to look in last.
const { globalPaths } = require('module');
console.log(globalPaths.slice(0, 2), globalPaths.length);
console.log(typeof require('counter'), require.resolve.paths('counter').slice(-globalPaths.length)[0]);
