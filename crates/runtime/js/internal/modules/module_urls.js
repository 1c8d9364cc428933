// The URLs of CommonJS modules that have another one than that of their file.
'use strict';

const { pathToFileURL } = require('internal/url');

const urls = new WeakMap();

function set(module, url) {
  urls.set(module, url);
}

// undefined for a module that is in no file.
function urlOf(module) {
  if (module === null || module === undefined) return undefined;
  const known = urls.get(module);
  if (known !== undefined) return known;
  if (typeof module.filename !== 'string') return undefined;
  // What hooks have found may be no file.
  return module.filename.startsWith('/') ? pathToFileURL(module.filename).href : module.filename;
}

module.exports = { set, urlOf };
