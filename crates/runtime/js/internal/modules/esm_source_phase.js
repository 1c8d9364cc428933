// `import source` and `import.source()`: the source of a module that is not run. Only WebAssembly has one.
'use strict';

function notDefined(entry) {
  const { ERR_SOURCE_PHASE_NOT_DEFINED } = require('internal/errors').codes;
  return new ERR_SOURCE_PHASE_NOT_DEFINED(entry.url);
}

function sourceObject(entry) {
  if (entry.wasm === undefined) throw notDefined(entry);
  return entry.wasm;
}

// The engine binds the name to what it has compiled itself, which cannot be had from here yet.
function sourceEntry(entry) {
  sourceObject(entry);
  const { ERR_NOT_IMPLEMENTED } = require('internal/errors').codes;
  throw new ERR_NOT_IMPLEMENTED('import source');
}

module.exports = { sourceEntry, sourceObject };
