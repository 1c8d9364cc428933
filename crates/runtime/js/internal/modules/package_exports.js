// "exports" and "imports" of package.json: which file a request from outside, or one that begins with
// '#', stands for.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { isArrayIndex } = require('internal/util/array_index');
const { readPackage, tryFile } = require('internal/modules/resolve');

function deprecations() {
  return require('internal/modules/package_deprecations');
}

// Parts of a path that would lead out of the package, or into the packages in it.
const forbidden = ['.', '..', 'node_modules'];

// Whether a part of `text` is forbidden, with escapes or without.
function leadsAstray(text) {
  return text.replaceAll('\\', '/').split('/').some((part) => forbidden.includes(unescapeAscii(part).toLowerCase()));
}

function unescapeAscii(text) {
  const pieces = text.split('%');
  let result = pieces[0];
  for (let i = 1; i < pieces.length; i++) {
    const code = pieces[i].length < 2 ? NaN : Number(`0x${pieces[i].slice(0, 2)}`);
    result += code < 128 ? String.fromCharCode(code) + pieces[i].slice(2) : `%${pieces[i]}`;
  }
  return result;
}

function hasEscapedSeparator(text) {
  const lower = text.toLowerCase();
  return lower.includes('%2f') || lower.includes('%5c');
}

// { name, subpath } of 'name/sub/path' or '@scope/name/sub/path'; undefined if that is no name of a package.
function splitRequest(request) {
  const first = request.indexOf('/');
  if (first > 1 && request.startsWith('@') && isNamePart(request.slice(1, first))) {
    const second = request.indexOf('/', first + 1);
    const end = second === -1 ? request.length : second;
    const own = request.slice(first + 1, end);
    if (isNamePart(own) && !own.startsWith('.')) {
      return { name: request.slice(0, end), subpath: request.slice(end) };
    }
  }
  const end = first === -1 ? request.length : first;
  const name = request.slice(0, end);
  return isNamePart(name) && !name.startsWith('.') && !name.startsWith('@') ? { name, subpath: request.slice(end) } : undefined;
}

function isNamePart(text) {
  return text !== '' && !text.includes('\\') && !text.includes('%');
}

// The file of a package in `folder` (a node_modules folder) that a request names; undefined if the
// package is not there or says nothing of what it exports.
function resolve(folder, request, conditions, from) {
  const parts = splitRequest(request);
  return parts === undefined ? undefined : resolveAt(path.join(folder, parts.name), parts, request, conditions, from);
}

// The same for a package whose folder is known.
function resolveAt(home, parts, request, conditions, from) {
  const exports = exportsOf(readPackage(home, from === undefined ? undefined : `"${request}" from ${from}`));
  if (exports === undefined) return undefined;
  const context = { home, base: from, field: 'exports', request, conditions };
  return existing(context, resolveExports(context, `.${parts.subpath}`, exports));
}

// A package may name itself.
function resolveSelf(request, from, conditions) {
  const home = nearestPackage(path.dirname(from));
  if (home === undefined) return undefined;
  const { name } = readPackage(home);
  const exports = exportsOf(readPackage(home));
  if (exports === undefined || typeof name !== 'string') return undefined;
  if (request !== name && !request.startsWith(`${name}/`)) return undefined;
  const context = { home, base: from, field: 'exports', request, conditions };
  return existing(context, resolveExports(context, `.${request.slice(name.length)}`, exports));
}

function exportsOf(data) {
  const exports = data?.exports;
  const counts = typeof exports === 'string' || (typeof exports === 'object' && exports !== null);
  return counts ? exports : undefined;
}

// The file, or the name of a module of the library, that '#name' stands for in the file `from`.
function resolveImport(request, from, conditions) {
  const home = nearestPackage(path.dirname(from));
  const imports = home === undefined ? undefined : readPackage(home).imports;
  // In a package without imports it is a name like any other.
  if (imports === undefined || imports === null) return undefined;
  if (request === '#' || request.startsWith('#/') && request.endsWith('/')) {
    throw new codes.ERR_INVALID_MODULE_SPECIFIER(request, 'is not a valid internal imports specifier name', from);
  }
  if (typeof imports === 'object') {
    const context = { home, base: from, field: 'imports', request, conditions };
    const found = resolveEntry(context, request, imports);
    if (found !== undefined && found !== null) return existing(context, found);
  }
  throw new codes.ERR_PACKAGE_IMPORT_NOT_DEFINED(request, `${home}/`, from);
}

function nearestPackage(folder) {
  for (; path.basename(folder) !== 'node_modules'; folder = path.dirname(folder)) {
    if (readPackage(folder) !== null) return folder;
    if (folder === path.dirname(folder)) break;
  }
  return undefined;
}

// What was found as the loader wants it: a path that exists, or the name of another module.
function existing(context, found) {
  if (!path.isAbsolute(found) || context.conditions.isImport) return found;
  const file = tryFile(found);
  if (file !== undefined) return file;
  const error = notFound(found);
  error.path = found;
  throw error;
}

function notFound(name) {
  const error = new Error(`Cannot find module '${name}'`);
  error.code = 'MODULE_NOT_FOUND';
  return error;
}

function resolveExports(context, subpath, exports) {
  let entries = exports;
  if (isMainOnly(context, exports)) entries = { '.': exports };
  const found = resolveEntry(context, subpath, entries);
  if (found !== undefined && found !== null) return found;
  throw new codes.ERR_PACKAGE_PATH_NOT_EXPORTED(`${context.home}/`, subpath, context.base);
}

// Whether "exports" is about the package itself only: a target, not a table of subpaths.
function isMainOnly(context, exports) {
  if (typeof exports !== 'object' || Array.isArray(exports)) return true;
  const keys = Object.keys(exports);
  const subpaths = keys.filter((key) => key.startsWith('.')).length;
  if (subpaths !== 0 && subpaths !== keys.length) {
    throw new codes.ERR_INVALID_PACKAGE_CONFIG(
      `${context.home}/package.json`, context.base,
      "\"exports\" cannot contain some keys starting with '.' and some not. The exports object must " +
      'either be an object of package subpath keys or an object of main entry condition name keys only.');
  }
  return subpaths === 0;
}

// Looks a key up in a table, in which keys with a star are patterns. undefined or null: not found.
function resolveEntry(context, key, table) {
  if (Object.hasOwn(table, key) && !key.includes('*') && !key.endsWith('/')) {
    return resolveTarget(context, table[key], key, undefined);
  }
  let best;
  Object.keys(table).forEach((pattern) => {
    const star = pattern.indexOf('*');
    if (star !== -1 && key.endsWith('/') && key.startsWith(pattern.slice(0, star))) deprecations().trailingSlash(context, key);
    if (matches(pattern, key) && (best === undefined || isMoreSpecific(pattern, best))) best = pattern;
  });
  if (best === undefined) return undefined;
  const star = best.indexOf('*');
  const match = key.slice(star, key.length - (best.length - star - 1));
  return resolveTarget(context, table[best], best, match);
}

function matches(pattern, key) {
  const star = pattern.indexOf('*');
  if (star === -1 || star !== pattern.lastIndexOf('*')) return false;
  return key.length >= pattern.length && key.startsWith(pattern.slice(0, star)) &&
    key.endsWith(pattern.slice(star + 1));
}

function isMoreSpecific(pattern, other) {
  const difference = pattern.indexOf('*') - other.indexOf('*');
  return difference > 0 || (difference === 0 && pattern.length > other.length);
}

// `match`: what the star stands for, if the key has one.
function resolveTarget(context, target, key, match) {
  if (typeof target === 'string') return resolveText(context, target, key, match);
  if (Array.isArray(target)) return resolveFirst(context, target, key, match);
  if (target === null) return null;
  if (typeof target === 'object') return resolveConditions(context, target, key, match);
  throw invalidTarget(context, key, target);
}

function resolveText(context, target, key, match) {
  if (!target.startsWith('./')) return resolveElsewhere(context, target, key, match);
  if (leadsAstray(target.slice(2))) throw invalidTarget(context, key, target);
  if (match === undefined) {
    if (target.includes('//')) deprecations().oddSlashes(context, target, key, key, true);
    return fileOf(context.home, target);
  }
  if (leadsAstray(match)) {
    const request = key.replace('*', () => match);
    throw new codes.ERR_INVALID_MODULE_SPECIFIER(
      request,
      `request is not a valid match in pattern "${key}" for the ` +
      `"${context.field}" resolution of ${context.home}/package.json`,
      context.base);
  }
  const file = target.replaceAll('*', () => match);
  if (file.includes('//') || (match !== '/' && (match.startsWith('/') || match.endsWith('/') || match.includes('//')))) {
    const request = key.replace('*', () => match);
    deprecations().oddSlashes(context, file, request, key, file.includes('//') || request.includes('//'));
  }
  return fileOf(context.home, file);
}

// Targets are relative URLs, which are just paths in most cases.
function fileOf(home, target) {
  const isPath = !['%', '?', '#', '\\'].some((character) => target.includes(character));
  if (isPath) return path.join(home, target);
  const { URL, fileURLToPath, pathToFileURL } = require('internal/url');
  const url = new URL(target, pathToFileURL(`${home}/`));
  if (hasEscapedSeparator(url.pathname)) {
    throw new codes.ERR_INVALID_MODULE_SPECIFIER(
      url.href, 'must not include encoded "/" or "\\" characters', undefined);
  }
  return fileURLToPath(url);
}

// Only "imports" may lead to another package or a module of the library.
function resolveElsewhere(context, target, key, match) {
  if (context.field === 'exports' || target.startsWith('../') || path.isAbsolute(target) ||
      require('internal/url').URL.canParse(target) && !target.startsWith('node:')) {
    throw invalidTarget(context, key, target);
  }
  const name = match === undefined ? target : target.replaceAll('*', () => match);
  if (context.conditions.isImport) return name;
  const { Module } = require('internal/modules/cjs');
  try {
    return Module.createRequire(`${context.home}/`).resolve(name);
  } catch (error) {
    throw error.code === 'MODULE_NOT_FOUND' ? notFound(context.request) : error;
  }
}

// The first of the targets that can be used at all.
function resolveFirst(context, targets, key, match) {
  let failure;
  let found = targets.length === 0 ? null : undefined;
  for (let i = 0; i < targets.length; i++) {
    try {
      found = resolveTarget(context, targets[i], key, match);
    } catch (error) {
      if (error.code !== 'ERR_INVALID_PACKAGE_TARGET') throw error;
      failure = error;
      continue;
    }
    if (found === undefined) continue;
    if (found !== null) return found;
    failure = undefined;
  }
  if (failure !== undefined) throw failure;
  return found;
}

function resolveConditions(context, target, key, match) {
  const keys = Object.keys(target);
  if (keys.some(isArrayIndex)) {
    throw new codes.ERR_INVALID_PACKAGE_CONFIG(
      `${context.home}/package.json`, context.base, '"exports" cannot contain numeric property keys.');
  }
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] !== 'default' && !context.conditions.names.includes(keys[i])) continue;
    const found = resolveTarget(context, target[keys[i]], key, match);
    if (found !== undefined) return found;
  }
  return undefined;
}

function invalidTarget(context, key, target) {
  return new codes.ERR_INVALID_PACKAGE_TARGET(
    `${context.home}/`, key, `${target}`, context.field === 'imports', context.base);
}

module.exports = { resolve, resolveAt, resolveImport, resolveSelf, splitRequest };
