// Which files are run: those that patterns name, or those that look like tests.
'use strict';

const path = require('path');
const { createSeeded } = require('internal/test/random');

// Files in folders `test`, and others by their names.
function defaultPatterns() {
  const { stripsTypes } = require('internal/modules/esm_load');
  const ending = stripsTypes() ? '{js,mjs,cjs,ts,mts,cts}' : '{js,mjs,cjs}';
  return [
    `**/*.test.${ending}`, `**/*-test.${ending}`, `**/*_test.${ending}`, `**/test-*.${ending}`, `**/test.${ending}`,
    `**/test/**/*.${ending}`,
  ];
}

function isFolder(name, cwd) {
  return require('fs').statSync(path.resolve(cwd, name), { throwIfNoEntry: false })?.isDirectory() === true;
}

// A folder stands for what looks like a test in it.
function expand(pattern, cwd) {
  if (!isFolder(pattern, cwd)) return [pattern];
  return defaultPatterns().map((ending) => path.join(pattern, ending));
}

function isInNodeModules(name) {
  return name.split('/').includes('node_modules');
}

// In the order of their names, none twice. `isDefault`: nobody has named patterns.
function findFiles(patterns, cwd) {
  const isDefault = patterns === undefined || patterns.length === 0;
  const wanted = isDefault ? defaultPatterns() : patterns.flatMap((pattern) => expand(pattern, cwd));
  const mayEnter = !isDefault && wanted.some(isInNodeModules);
  const exclude = mayEnter ? undefined : (name) => isInNodeModules(name);
  const found = new Set();
  for (const name of require('fs').globSync(wanted, { __proto__: null, cwd, exclude })) {
    if (!isFolder(name, cwd)) found.add(name);
  }
  return Array.from(found).sort();
}

// Every n-th file, beginning with that of the shard.
function takeShard(files, shard) {
  if (shard === undefined) return files;
  return files.filter((_, i) => i % shard.total === shard.index - 1);
}

function shuffle(list, seed) {
  const draw = createSeeded(seed);
  const result = list.slice();
  for (let i = result.length - 1; i > 0; i--) {
    const other = Math.floor(draw() * (i + 1));
    const kept = result[i];
    result[i] = result[other];
    result[other] = kept;
  }
  return result;
}

module.exports = { defaultPatterns, findFiles, takeShard, shuffle };
