// CommonJS with the hooks of module.registerHooks().
'use strict';

const { builtinId, loadBuiltin } = require('internal/modules/builtins');
const { Module, loadFile } = require('internal/modules/cjs');
const { conditionsOf, kRequire } = require('internal/modules/conditions');
const { textOf } = require('internal/modules/esm_load');
const hooks = require('internal/modules/hooks');
const moduleUrls = require('internal/modules/module_urls');
const { fileURLToPath, pathToFileURL } = require('internal/url');

const files = binding('modules');

// What a hook said of a module's format when it was found, and the source if that is known already.
const formats = new WeakMap();
const sources = new WeakMap();

// Set by mock.module(): a function that gives another for a URL that something stands in for.
let standIns;

function useStandIns(find) {
  standIns = find;
}

function takesPart() {
  return hooks.hasResolveHooks() || hooks.hasLoadHooks();
}

// { url, filename, format }: the name of a file, of a module of the library with its prefix, or a URL of the hooks' own.
function resolve(request, parent, isMain, options) {
  const last = (specifier, context) => {
    const conditions = conditionsOf(kRequire, context.conditions);
    const filename = Module._resolveFilename(specifier, parent, isMain, { __proto__: null, ...options, conditions });
    const format = specifier.startsWith('node:') ? 'builtin' : undefined;
    return { __proto__: null, url: urlOfFile(filename), format, importAttributes: undefined };
  };
  if (!hooks.hasResolveHooks()) {
    const { url } = last(request, kRequire);
    return { url, filename: nameOf(url), format: undefined };
  }
  const parentUrl = moduleUrls.urlOf(parent);
  const { url, format } = hooks.resolveWithHooks(request, parentUrl, undefined, kRequire.names, last);
  return { url, filename: nameOf(url), format: format ?? undefined };
}

function urlOfFile(filename) {
  const id = builtinId(filename);
  if (id !== undefined) return `node:${id}`;
  return filename.startsWith('/') ? pathToFileURL(filename).href : filename;
}

function nameOf(url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}

function load(request, parent, isMain) {
  const { url, filename, format } = resolve(request, parent, isMain, undefined);
  const standIn = standIns?.(url);
  if (standIn !== undefined) return standIn();
  if (url.startsWith('node:')) return loadLibrary(url, request);
  return loadFile(filename, parent, isMain, (module) => {
    if (url !== urlOfFile(filename)) moduleUrls.set(module, url);
    if (format !== undefined) formats.set(module, format);
  });
}

// A module of the library, unless a hook puts another in its place.
function loadLibrary(url, request) {
  const id = builtinId(url);
  if (id === undefined) {
    const { ERR_UNKNOWN_BUILTIN_MODULE } = require('internal/errors').codes;
    throw new ERR_UNKNOWN_BUILTIN_MODULE(url);
  }
  if (!hooks.hasLoadHooks()) {
    const standIn = request.startsWith('node:') ? undefined : Module._cache[id];
    return standIn === undefined ? loadBuiltin(id) : standIn.exports;
  }
  const last = () => ({ source: null, format: 'builtin' });
  const loaded = hooks.loadWithHooks(url, 'builtin', undefined, kRequire.names, last, false);
  if (loaded.format === 'builtin') return loadBuiltin(id);
  const module = new Module(url);
  module.filename = url;
  module.paths = [];
  sources.set(module, { source: textOf(loaded.source), format: loaded.format });
  Module._extensions['.js'](module, url);
  module.loaded = true;
  return module.exports;
}

// { source, format } of a module that is to be compiled.
function read(module, filename, format) {
  const known = sources.get(module);
  if (known !== undefined) return known;
  const named = formats.get(module) ?? format;
  if (!hooks.hasLoadHooks()) return { source: readFile(filename), format: named };
  const url = moduleUrls.urlOf(module);
  const last = (address, context) => ({ source: readFile(nameOf(address)), format: context.format ?? undefined });
  const loaded = hooks.loadWithHooks(url, named, undefined, kRequire.names, last, false);
  return { source: textOf(loaded.source), format: loaded.format ?? undefined };
}

function readFile(filename) {
  const text = files.readSource(filename);
  if (typeof text === 'string') return text;
  const { UVException } = require('internal/errors');
  throw new UVException({ errno: text, syscall: 'open', path: filename });
}

// require.resolve()
function resolveForUser(request, owner, options) {
  const { url, filename } = resolve(request, owner, false, options);
  if (!url.startsWith('node:')) return filename;
  if (builtinId(request) === builtinId(url)) return request;
  const id = url.slice('node:'.length);
  return builtinId(id) === undefined ? url : id;
}

// An imported module: it was found and read already, with the hooks.
function loadImported(url, filename, source, isMain) {
  if (source === undefined && !takesPart()) return Module._load(filename, undefined, isMain);
  return loadFile(filename, undefined, isMain, (module) => {
    if (url !== urlOfFile(filename)) moduleUrls.set(module, url);
    if (source !== undefined) sources.set(module, { source, format: 'commonjs' });
  });
}

module.exports = { load, loadImported, read, resolveForUser, takesPart, urlOf: moduleUrls.urlOf, useStandIns };
