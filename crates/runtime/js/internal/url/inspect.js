// How util.inspect shows URLSearchParams and their iterators.
'use strict';

function innerInspector(depth, options) {
  const { inspect } = require('util');
  const inner = { ...options };
  if (typeof depth === 'number') inner.depth = depth - 1;
  return (value) => inspect(value, inner);
}

function visibleLength(text) {
  return require('util').stripVTControlCharacters(text).length;
}

function inspectParams(params, list, depth, options) {
  const inspect = innerInspector(depth, options);
  const pairs = [];
  let length = 0;
  for (let i = 0; i < list.length; i += 2) {
    const pair = `${inspect(list[i])} => ${inspect(list[i + 1])}`;
    pairs.push(pair);
    length += visibleLength(pair) + 2;
  }
  const { name } = params.constructor;
  if (pairs.length === 0) return `${name} {}`;
  return length - 2 > options.breakLength ?
    `${name} {\n  ${pairs.join(',\n  ')} }` :
    `${name} { ${pairs.join(', ')} }`;
}

function inspectIterator(iterator, items, depth, options) {
  const inspect = innerInspector(depth, options);
  const shown = items.map(inspect);
  const tag = iterator[Symbol.toStringTag];
  // Broken into lines where an array of the items would be.
  return inspect(items).includes('\n') ?
    `${tag} {\n  ${shown.join(',\n  ')} }` :
    `${tag} { ${shown.join(', ')} }`;
}

module.exports = { inspectParams, inspectIterator };
