// Which URL the specifier of an import stands for.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { builtinId } = require('internal/modules/builtins');
const { finalName, packageType, readPackage } = require('internal/modules/resolve');
const packages = require('internal/modules/package_exports');
const { URL, fileURLToPath, pathToFileURL } = require('internal/url');

const native = binding('modules');
const hasOptions = binding('process').hasOptions();

const kFile = 0;
const kFolder = 1;

// The URL of what `specifier` means in the module at `parent`, also a URL (undefined for the program's own).
function resolve(specifier, parent, conditions) {
  const found = parent?.startsWith('file:') ? resolveByConfig(specifier, parent) : undefined;
  if (found !== undefined) return finish(pathToFileURL(found), parent);
  if (isPath(specifier)) return finish(resolvePath(specifier, parent), parent);
  if (specifier[0] === '#') return resolveInternal(specifier, parent, conditions);
  const url = URL.parse(specifier);
  if (url !== null) return resolveUrl(url, parent);
  const id = builtinId(specifier);
  if (id !== undefined) return `node:${id}`;
  if (!parent.startsWith('file:')) throw unresolvable(specifier, parent, true);
  return finish(resolvePackage(specifier, parent, conditions), parent);
}

// What tsconfig.json says, for files with types or JSX.
function resolveByConfig(specifier, parent) {
  if (parent.endsWith('js') || specifier[0] === '#' || builtinId(specifier) !== undefined) return undefined;
  return require('internal/modules/tsconfig').resolve(specifier, fileURLToPath(parent));
}

function resolvePath(specifier, parent) {
  const url = URL.parse(specifier, parent);
  if (url === null) throw unresolvable(specifier, parent);
  return url;
}

// A name by itself is no URL, whatever it is relative to.
function unresolvable(specifier, parent, isName) {
  const error = new codes.ERR_UNSUPPORTED_RESOLVE_REQUEST(specifier, parent);
  try {
    new URL(specifier, isName ? undefined : parent);
  } catch (cause) {
    error.cause = cause;
  }
  return error;
}

function isPath(specifier) {
  return specifier[0] === '/' || specifier.startsWith('./') || specifier.startsWith('../') ||
    specifier === '.' || specifier === '..';
}

function resolveUrl(url, parent) {
  switch (url.protocol) {
    case 'file:': return finish(url, parent);
    case 'data:': return url.href;
    case 'node:':
      if (builtinId(url.href) === undefined) throw new codes.ERR_UNKNOWN_BUILTIN_MODULE(url.href);
      return url.href;
    case 'rondo:': {
      const id = builtinId(url.href);
      return id === undefined ? url.href : `node:${id}`;
    }
    default: return url.href;
  }
}

// '#name': what "imports" of the package says.
function resolveInternal(specifier, parent, conditions) {
  const from = fileOf(parent);
  const found = packages.resolveImport(specifier, from, conditions);
  if (found === undefined) throw new codes.ERR_PACKAGE_IMPORT_NOT_DEFINED(specifier, undefined, from);
  if (!path.isAbsolute(found)) return resolve(found, parent, conditions);
  return finish(pathToFileURL(found), parent);
}

// A package: itself, or one in the node_modules folders above.
function resolvePackage(specifier, parent, conditions) {
  const from = fileOf(parent);
  const parts = packages.splitRequest(specifier);
  if (parts === undefined) {
    throw new codes.ERR_INVALID_MODULE_SPECIFIER(specifier, 'is not a valid package name', from);
  }
  const own = packages.resolveSelf(specifier, from, conditions);
  if (own !== undefined) return pathToFileURL(own);
  if (hasOptions && packageMap().isInUse()) return resolveByMap(parts, specifier, from, conditions);
  for (let folder = folderOf(from); ; folder = path.dirname(folder)) {
    if (path.basename(folder) !== 'node_modules') {
      const home = path.join(folder, 'node_modules', parts.name);
      if (native.fileKind(home) === kFolder) return inPackage(home, parts, specifier, from, conditions);
    }
    if (folder === path.dirname(folder)) break;
  }
  throw new codes.ERR_MODULE_NOT_FOUND(parts.name, from);
}

function packageMap() {
  return require('internal/modules/package_map');
}

// The package at the place that a map tells.
function resolveByMap(parts, specifier, from, conditions) {
  const home = packageMap().folderOf(parts.name, specifier, from);
  if (home === undefined) throw new codes.ERR_MODULE_NOT_FOUND(parts.name, from);
  return inPackage(home, parts, specifier, from, conditions);
}

// A parent may be a folder, too.
function folderOf(from) {
  return from.length > 1 && from.endsWith('/') ? from.slice(0, -1) : path.dirname(from);
}

function inPackage(home, parts, specifier, from, conditions) {
  const exported = packages.resolveAt(home, parts, specifier, conditions, from);
  if (exported !== undefined) return pathToFileURL(exported);
  if (parts.subpath !== '') return new URL(`.${parts.subpath}`, pathToFileURL(`${home}/`));
  return pathToFileURL(mainOf(home, from));
}

// The file that a package without "exports" is: in the order in which Node looks.
function mainOf(home, from) {
  const main = readPackage(home)?.main;
  const names = ['index.js', 'index.json', 'index.node'];
  if (typeof main === 'string') {
    names.unshift(main, `${main}.js`, `${main}.json`, `${main}.node`,
                  `${main}/index.js`, `${main}/index.json`, `${main}/index.node`);
  }
  for (let i = 0; i < names.length; i++) {
    const file = path.resolve(home, names[i]);
    if (native.fileKind(file) !== kFile) continue;
    if ((typeof main !== 'string' || path.resolve(home, main) !== file) && isModule(file)) {
      require('internal/modules/package_deprecations').searchedMain(home, main, path.relative(home, file), from);
    }
    return file;
  }
  throw new codes.ERR_MODULE_NOT_FOUND(home, from);
}

function isModule(file) {
  return file.endsWith('.mjs') || (file.endsWith('.js') && packageType(file) === 'module');
}

// A file has to be there; links are followed, and what is behind ? and # stays.
function finish(url, parent) {
  if (url.protocol !== 'file:') return resolveUrl(url, parent);
  const { pathname } = url;
  if (pathname.toLowerCase().includes('%2f') || pathname.toLowerCase().includes('%5c')) {
    throw new codes.ERR_INVALID_MODULE_SPECIFIER(
      pathname, 'must not include encoded "/" or "\\" characters', fileOf(parent));
  }
  const file = pathOf(url, parent);
  const kind = native.fileKind(file.endsWith('/') ? file.slice(0, -1) : file);
  if (kind === kFolder) {
    throw new codes.ERR_UNSUPPORTED_DIR_IMPORT(file, fileOf(parent), url.href);
  }
  if (kind !== kFile || file.endsWith('/')) {
    throw new codes.ERR_MODULE_NOT_FOUND(file, parent && fileOf(parent), url.href);
  }
  const name = finalName(file, parent === undefined);
  // Most files have no links on their way, and nothing escaped.
  if (name === file && !pathname.includes('%')) return url.href;
  const real = pathToFileURL(name);
  real.search = url.search;
  real.hash = url.hash;
  return real.href;
}

function pathOf(url, parent) {
  try {
    return fileURLToPath(url);
  } catch (error) {
    error.input = `${url}`;
    if (parent !== undefined) error.message += ` imported from ${fileOf(parent)}`;
    throw error;
  }
}

// The path of a module, or its URL if it has none.
function fileOf(url) {
  return url?.startsWith('file:') ? fileURLToPath(url) : url;
}

module.exports = { resolve };
