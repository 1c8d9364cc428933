// Loads modules that the command line names: their names are relative to the working folder.
'use strict';

const path = require('path');

// `import()` as a script in `folder` would call it.
function importIn(folder) {
  const Module = require('module');
  const file = path.join(folder, 'tests');
  const module = new Module(file);
  module._compile('module.exports = (specifier) => import(specifier);', file);
  return module.exports;
}

function importFrom(specifier, folder = process.cwd()) {
  const { pathToFileURL } = require('internal/url');
  return importIn(folder)(path.isAbsolute(specifier) ? pathToFileURL(specifier).href : specifier);
}

module.exports = { importFrom };
