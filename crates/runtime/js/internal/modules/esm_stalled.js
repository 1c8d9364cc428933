// Modules that wait: where a top-level `await` stands that never ended, or that keeps a module from being required.
'use strict';

const { showLine } = require('internal/modules/esm_errors');
const { byDepth, look } = require('internal/modules/esm_run');

// The places of a module's awaits: { url, line, column, sourceLine }.
function awaitsOf(entry) {
  if (entry.source === undefined) return [];
  const flat = binding('syntax').topLevelAwaits(entry.source);
  const lines = entry.source.split('\n');
  const places = [];
  for (let i = 0; i < flat.length; i += 2) {
    places.push({
      __proto__: null, url: entry.url, line: flat[i], column: flat[i + 1], sourceLine: lines[flat[i] - 1],
    });
  }
  return places;
}

function isPending(entry) {
  return look(binding('esm').evaluate(entry.handle)).isPending;
}

// Tells of the awaits that a program has ended in. Of several in a module nobody knows which it is: the last is shown.
function warn(root) {
  if (root === undefined || process.noProcessWarnings) return;
  let text = '';
  if (!root.isLinked) return;
  byDepth(root, (entry) => {
    const place = awaitsOf(entry).at(-1);
    if (place === undefined || !isPending(entry) || entry.imports.some(isPending)) return;
    text += `Warning: Detected unsettled top-level await at ${showLine(entry.url, entry.source, place.line, place.column, 1)}\n\n\n`;
  });
  if (text !== '') binding('errors').writeFatal(text);
}

// All awaits in a graph.
function awaitsIn(root) {
  const places = [];
  byDepth(root, (entry) => { places.push(...awaitsOf(entry)); });
  return places;
}

module.exports = { awaitsIn, awaitsOf, warn };
