// module.createRequire(): a require() for any place.
'use strict';

const path = require('path');
const { Module, makeRequire } = require('internal/modules/cjs');
const { nodeModulePaths } = require('internal/modules/resolve');
const { URL, fileURLToPath } = require('internal/url');

function createRequire(filename) {
  const isUrl = filename instanceof URL || (typeof filename === 'string' && filename.startsWith('file:'));
  const file = isUrl ? fileURLToPath(filename) : filename;
  if (typeof file !== 'string' || !path.isAbsolute(file)) {
    const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('filename', filename,
                                    'must be a file URL object, file URL string, or absolute path string');
  }
  const owner = new Module(file.endsWith('/') ? path.join(file, 'noop.js') : file);
  owner.filename = owner.id;
  owner.paths = nodeModulePaths(owner.path);
  // Hooks are told the URL as it was given.
  if (isUrl) require('internal/modules/module_urls').set(owner, `${filename}`);
  return makeRequire(owner);
}

module.exports = { createRequire };
