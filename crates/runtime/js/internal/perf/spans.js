// Entries of Node's own kinds ('dns', 'net', ...) for what takes a while: they are made only if somebody observes them.
'use strict';

const { isObserved, tellObservers } = require('internal/perf/timeline');

// When it began, as endSpan() wants it; 0 if nobody wants to know.
function beginSpan(type) {
  return isObserved(type) ? require('internal/performance').now() : 0;
}

function endSpan(began, type, name, detail) {
  if (!isObserved(type)) return;
  const { makeNodeEntry } = require('internal/perf/entry');
  const took = require('internal/performance').now() - began;
  tellObservers(makeNodeEntry(name, type, began, took, detail), type);
}

module.exports = { beginSpan, endSpan };
