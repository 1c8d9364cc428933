// Names that are resolved before they are looked for, and modules of the library in the cache.
const path = require('path');
const { builtinModules, isBuiltin } = require('module');

const folder = path.join(__dirname, 'fixtures', 'folders');
console.log(require.resolve(`${folder}/absent/../../counter`) === path.join(__dirname, 'fixtures', 'counter.js'));

for (const ask of [require, require.resolve]) {
  try {
    ask('node:unknown');
  } catch (error) {
    console.log(error.code, error.message.split('\n')[0]);
  }
}

require.cache.os = { exports: 'stand-in' };
console.log(require('os'), typeof require('node:os').cpus);
delete require.cache.os;
console.log(typeof require('os').cpus);

const names = builtinModules.filter((name) => name !== 'node:ffi');
console.log(names.join(' '));
console.log(names.every(isBuiltin), names.every((name) => require.resolve.paths(name) === null));
console.log(isBuiltin('sqlite'), isBuiltin('node:sqlite'), isBuiltin('internal/util'));
