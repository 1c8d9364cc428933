// stream/iter says that it is experimental, once.
const { builtinModules, isBuiltin } = require('module');
console.log(isBuiltin('stream/iter'), builtinModules.includes('stream/iter'));
const { Readable } = require('stream');
console.log(typeof new Readable()[Symbol.for('Stream.toAsyncStreamable')]().next);
console.log(require('stream/iter') === require('node:stream/iter'));
console.log(Object.keys(require('stream/iter')).join());
