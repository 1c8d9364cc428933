// Finding the file that a request names.
'use strict';

const path = require('path');
const native = binding('modules');

const kFile = 0;
const kFolder = 1;
const packages = new Map();

// `importing` tells who wants to know, for the error of a file that is no JSON.
function readPackage(folder, importing) {
  let data = packages.get(folder);
  if (data === undefined) {
    const file = path.join(folder, 'package.json');
    const text = native.readSource(file, true);
    data = null;
    if (typeof text === 'string') {
      try {
        data = JSON.parse(text);
      } catch {
        throw invalid(file, importing);
      }
      if (!describesPackage(data)) throw invalid(file, importing);
      // Nothing is to be inherited: a program may have changed Object.prototype.
      data = { __proto__: null, ...data };
    }
    packages.set(folder, data);
  }
  return data;
}

// A name and a kind of module that are no texts are refused; of all else, what is odd is ignored where it is looked at.
function describesPackage(data) {
  return data !== null && typeof data === 'object' && !Array.isArray(data) &&
    isTextOrAbsent(data, 'name') && isTextOrAbsent(data, 'type');
}

function isTextOrAbsent(data, key) {
  return !Object.hasOwn(data, key) || typeof data[key] === 'string';
}

function invalid(file, importing) {
  const { ERR_INVALID_PACKAGE_CONFIG } = require('internal/errors').codes;
  const error = new ERR_INVALID_PACKAGE_CONFIG(file, importing);
  error.message += '.';
  return error;
}

// What the package of a file says that its .js files are: 'module', 'commonjs', or undefined if it says nothing.
function packageType(file) {
  for (let folder = path.resolve(file); folder !== '';) {
    // The root becomes ''.
    folder = folder.substring(0, folder.lastIndexOf('/'));
    if (folder.endsWith('/node_modules')) break;
    const data = readPackage(folder === '' ? '/' : folder);
    if (data !== null) return data.type === 'module' || data.type === 'commonjs' ? data.type : undefined;
  }
  return undefined;
}

// The package.json that counts for a file; undefined if there is none.
function nearestPackageFile(file) {
  for (let folder = path.dirname(path.resolve(file)); path.basename(folder) !== 'node_modules';
    folder = path.dirname(folder)) {
    if (readPackage(folder) !== null) return path.join(folder, 'package.json');
    if (folder === path.dirname(folder)) break;
  }
  return undefined;
}

// Whether links stay as they are: for the main script, and for all others.
let keepsLinks;

function readOptions() {
  const environment = binding('process');
  // A worker may have an environment of its own.
  keepsLinks = {
    main: environment.envGet('NODE_PRESERVE_SYMLINKS_MAIN') === '1',
    others: environment.envGet('NODE_PRESERVE_SYMLINKS') === '1',
  };
  if (!binding('process').hasOptions()) return;
  const { getOption } = require('internal/process/options');
  keepsLinks.main ||= getOption('--preserve-symlinks-main') === true;
  keepsLinks.others ||= getOption('--preserve-symlinks') === true;
}

// The name by which a file is known that several links may lead to.
function finalName(file, isMain) {
  if (keepsLinks === undefined) readOptions();
  return (isMain ? keepsLinks.main : keepsLinks.others) ? path.resolve(file) : native.realPath(file);
}

function tryFile(file, isMain) {
  return native.fileKind(file) === kFile ? finalName(file, isMain) : undefined;
}

function tryExtensions(base, extensions, isMain) {
  for (let i = 0; i < extensions.length; i++) {
    const found = tryFile(base + extensions[i], isMain);
    if (found !== undefined) return found;
  }
  return undefined;
}

function tryFolder(folder, extensions, isMain) {
  const main = readPackage(folder)?.main;
  if (typeof main === 'string' && main !== '') {
    const target = path.resolve(folder, main);
    const found = tryFile(target, isMain) ?? tryExtensions(target, extensions, isMain) ??
      tryExtensions(path.join(target, 'index'), extensions, isMain);
    if (found !== undefined) return found;
    const fallback = tryExtensions(path.join(folder, 'index'), extensions, isMain);
    if (fallback !== undefined) {
      process.emitWarning(
        `Invalid 'main' field in '${path.join(folder, 'package.json')}' of '${main}'. ` +
        'Please either fix that or report it to the module author', 'DeprecationWarning', 'DEP0128');
      return fallback;
    }
    const error = new Error(`Cannot find module '${target}'. ` +
      'Please verify that the package.json has a valid "main" entry');
    error.code = 'MODULE_NOT_FOUND';
    error.path = path.join(folder, 'package.json');
    error.requestPath = folder;
    throw error;
  }
  return tryExtensions(path.join(folder, 'index'), extensions, isMain);
}

// The file at `base`: itself, with an extension, or in the folder of that name.
function tryPath(base, extensions, mustBeFolder, isMain) {
  const kind = native.fileKind(base);
  if (!mustBeFolder) {
    if (kind === kFile) return finalName(base, isMain);
    const found = tryExtensions(base, extensions, isMain);
    if (found !== undefined) return found;
  }
  return kind === kFolder ? tryFolder(base, extensions, isMain) : undefined;
}

// The first folder of a relative path counts for nothing: where a script has replaced process.cwd(), the path may be one.
function nodeModulePaths(from) {
  let folder = path.resolve(from);
  const paths = [];
  for (let slash; folder !== '/' && (slash = folder.lastIndexOf('/')) !== -1; folder = folder.slice(0, slash)) {
    if (folder.slice(slash + 1) !== 'node_modules') paths.push(`${folder}/node_modules`);
  }
  paths.push('/node_modules');
  return paths;
}

module.exports = { finalName, nearestPackageFile, tryPath, tryFile, readPackage, packageType, nodeModulePaths };
