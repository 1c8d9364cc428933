// How the objects of perf_hooks are shown: by their name, and a plain object with what they hold.
'use strict';

// With the options that a custom inspection got. The plain object counts as a level of its own.
function inspectInside(value, options) {
  const { inspect } = require('internal/util/inspect');
  const { depth } = options;
  return inspect(value, { ...options, depth: typeof depth === 'number' ? depth - 1 : null });
}

module.exports = { inspectInside };
