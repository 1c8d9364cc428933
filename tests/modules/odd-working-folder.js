// A process.cwd() that was replaced: path takes what it returns as a string.
'use strict';
const path = require('path');
const Module = require('module');

function attempt(act) {
  try {
    return act();
  } catch (error) {
    return error.name;
  }
}

for (const odd of [{ length: 2 ** 53, 0: 1 }, undefined, 5, null, Symbol('x'), '', 'rel', 'a/node_modules', '/']) {
  process.cwd = () => odd;
  console.log(odd);
  for (const act of [
    () => path.resolve('a'),
    () => path.resolve('/a', '../b'),
    () => path.win32.resolve('a'),
    () => Module._nodeModulePaths('x'),
    () => Module._nodeModulePaths('p/q/../node_modules/r'),
  ]) console.log('  ', attempt(act));
}
process.cwd = () => 5;
console.log(String(path.resolve()));
