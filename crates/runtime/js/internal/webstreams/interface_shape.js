// What the public classes have in common: what is enumerable, and how they are shown.
'use strict';

const { customInspectSymbol: kInspect } = require('internal/util');
const { deeper } = require('internal/events/event');

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
  return depth < 0 ? undefined : `${name} ${require('internal/util/inspect').inspect(fields, deeper(options))}`;
}

module.exports = { defineInterface, kInspect, show };
