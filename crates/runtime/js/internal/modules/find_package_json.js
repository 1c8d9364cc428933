// module.findPackageJSON(): the package.json of a package, or the one that counts for a file.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { kImport } = require('internal/modules/conditions');
const { resolve } = require('internal/modules/esm_resolve');
const { splitRequest } = require('internal/modules/package_exports');
const { nearestPackageFile } = require('internal/modules/resolve');
const { URL, fileURLToPath, pathToFileURL } = require('internal/url');
const { validateString } = require('internal/validators');

const native = binding('modules');

function findPackageJSON(specifier, base = 'data:') {
  if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('specifier');
  const name = specifier instanceof URL ? specifier.href : specifier;
  validateString(name, 'specifier');
  if (typeof base !== 'string' && !(base instanceof URL)) {
    throw new codes.ERR_INVALID_ARG_TYPE('base', ['string', 'URL'], base);
  }
  const parent = base instanceof URL ? base.href : path.isAbsolute(base) ? pathToFileURL(base).href : base;
  const isBare = name[0] !== '.' && name[0] !== '/' && !URL.canParse(name);
  if (isBare) return findOfPackage(name, parent);
  const url = URL.parse(name, parent);
  if (url === null) throw new codes.ERR_UNSUPPORTED_RESOLVE_REQUEST(name, parent);
  const file = url.protocol === 'file:' ? fileURLToPath(url) : undefined;
  if (file === undefined) return undefined;
  const isFolder = native.fileKind(file) === 1;
  return nearestPackageFile(isFolder ? path.join(file, 'noop.js') : file);
}

function findOfPackage(name, parent) {
  const parts = splitRequest(name);
  const from = parent.startsWith('file:') ? fileURLToPath(parent) : undefined;
  if (parts === undefined || from === undefined) {
    const url = resolve(name, parent, kImport);
    return nearestPackageFile(fileURLToPath(url));
  }
  for (let folder = path.dirname(from); ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'node_modules', parts.name, 'package.json');
    if (native.fileKind(file) === 0) return file;
    if (folder === path.dirname(folder)) break;
  }
  const own = nearestPackageFile(from);
  if (own !== undefined && require('internal/modules/resolve').readPackage(path.dirname(own)).name === parts.name) return own;
  throw new codes.ERR_MODULE_NOT_FOUND(parts.name, from);
}

module.exports = { findPackageJSON };
