// `--experimental-package-map`: a file that says where packages are, and which of them each may use. No node_modules folder is
// looked into then.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { getOption } = require('internal/process/options');
const { URL, fileURLToPath, pathToFileURL } = require('internal/url');

let map;

// Whether there is a map at all.
function isInUse() {
  return getOption('--experimental-package-map') !== undefined;
}

// The folder of the package `name` for a file; undefined if the package of the file does not use it.
function folderOf(name, specifier, from) {
  map ??= load(path.resolve(getOption('--experimental-package-map')));
  const own = ownerOf(from);
  if (own === undefined) throw new codes.ERR_PACKAGE_MAP_EXTERNAL_FILE(specifier, from, map.file);
  const key = own.dependencies[name];
  if (key === undefined) return undefined;
  const found = map.packages.get(key);
  if (found === undefined) throw new codes.ERR_PACKAGE_MAP_KEY_NOT_FOUND(key, map.file);
  return found.folder;
}

// The package that a file is in: that with the longest path.
function ownerOf(file) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const own = map.byFolder.get(folder);
    if (own !== undefined || folder === path.dirname(folder)) return own;
  }
}

function invalid(file, reason, cause) {
  const error = new codes.ERR_PACKAGE_MAP_INVALID(file, reason);
  if (cause !== undefined) {
    Object.defineProperty(error, 'cause', {
      __proto__: null, value: cause, writable: true, enumerable: false, configurable: true,
    });
  }
  return error;
}

function load(file) {
  require('internal/util/experimental').warnExperimental('Package maps');
  const { packages } = parse(file);
  if (packages === null || typeof packages !== 'object' || Array.isArray(packages)) {
    throw invalid(file, 'missing "packages" object');
  }
  const base = pathToFileURL(file);
  const made = { file, packages: new Map(), byFolder: new Map() };
  Object.keys(packages).forEach((key) => add(made, key, packages[key], base));
  return made;
}

function parse(file) {
  const text = read(file);
  try {
    return { packages: undefined, ...JSON.parse(text) };
  } catch (error) {
    require('internal/json_error').explain(error, text, parse);
    throw invalid(file, 'invalid JSON', error);
  }
}

function read(file) {
  try {
    return require('fs').readFileSync(file, 'utf8');
  } catch (error) {
    throw invalid(file, 'failed to read', error);
  }
}

function add(made, key, given, base) {
  if (given === null || typeof given !== 'object') throw invalid(made.file, `package "${key}" must be an object`);
  if (typeof given.url !== 'string') throw invalid(made.file, `package "${key}" is missing "url" field`);
  const url = URL.parse(given.url, base);
  if (url === null || url.protocol !== 'file:') {
    throw invalid(made.file, `package "${key}" has unsupported URL scheme in url "${given.url}"; ` +
      'only file: URLs and relative URLs are currently supported');
  }
  const file = fileURLToPath(url);
  const folder = file.length > 1 && file.endsWith('/') ? file.slice(0, -1) : file;
  const same = made.byFolder.get(folder);
  if (same !== undefined) {
    throw invalid(made.file, `packages "${same.key}" and "${key}" have the same url "${given.url}"; ` +
      'this will be supported in the future');
  }
  const entry = { key, folder, dependencies: { __proto__: null, ...given.dependencies } };
  made.packages.set(key, entry);
  made.byFolder.set(folder, entry);
  // Files are known by their real names.
  const real = binding('modules').realPath(folder);
  if (typeof real === 'string' && !made.byFolder.has(real)) made.byFolder.set(real, entry);
}

module.exports = { folderOf, isInUse };
