// How sessions and streams print: by a few of their properties.
'use strict';

const { inspect } = require('internal/util/inspect');

// A method for `inspect.custom`: `fields` has the name that is shown of each property, or the property itself.
function showing(title, fields) {
  const shown = Object.entries(fields);
  return function(depth, options) {
    if (depth < 0) return this;
    const view = {};
    for (const { 0: name, 1: of } of shown) view[name] = typeof of === 'function' ? of(this) : this[of];
    const inner = options.depth == null ? null : options.depth - 1;
    return `${title} ${inspect(view, { ...options, depth: inner })}`;
  };
}

module.exports = { custom: inspect.custom, showing };
