// What the public classes have in common: what is enumerable, and how they are shown.
'use strict';

const { customInspectSymbol: kInspect } = require('internal/util');

// `names` are the public properties: they can be enumerated, as those of web interfaces are.
function defineInterface(Class, names) {
  const { prototype } = Class;
  for (const name of names) {
    Object.defineProperty(prototype, name, { __proto__: null, enumerable: true });
  }
  Object.defineProperty(prototype, Symbol.toStringTag, { __proto__: null, value: Class.name, configurable: true });
}

// As in Node, what lies too deep is undefined.
function show(name, fields, depth, options) {
  if (depth < 0) return undefined;
  const { inspect } = require('internal/util/inspect');
  const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${name} ${inspect(fields, inner)}`;
}

module.exports = { defineInterface, kInspect, show };
