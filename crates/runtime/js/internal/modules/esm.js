// ES modules: those that are known, how they come to run, and what `import()` and `import.meta` give.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { readModule } = require('internal/modules/esm_formats');
const { resolve } = require('internal/modules/esm_resolve');
const { fileURLToPath, pathToFileURL } = require('internal/url');

const native = binding('esm');
const { getPromiseDetails } = binding('util');

const kPending = 0;
const kRejected = 2;

// By URL, and by what they were asked for as.
const known = new Map();
let mainUrl;

// What is known of a module. `data` of the engine's module is this.
class ModuleEntry {
  constructor(url, type) {
    const { source, values } = readModule(url, type);
    this.url = url;
    this.values = values;
    this.loading = undefined;
    this.handle = native.compile(source, url, this);
  }

  // Has all that it imports loaded: a promise. It is settled at once.
  load() {
    return this.loading ??= native.loadImports(this.handle);
  }
}

function entryFor(url, type) {
  const key = type === '' ? url : `${type} ${url}`;
  let entry = known.get(key);
  if (entry === undefined) {
    entry = new ModuleEntry(url, type);
    known.set(key, entry);
  }
  return entry;
}

// The URL that specifiers are relative to: that of a module, of a file, or of the working folder for code from elsewhere.
function urlOf(referrer) {
  if (referrer instanceof ModuleEntry) return referrer.url;
  if (typeof referrer === 'string' && path.isAbsolute(referrer)) return pathToFileURL(referrer).href;
  return pathToFileURL(`${process.cwd()}/`).href;
}

// The engine asks for a module.
function load(specifier, referrer, type, isDynamic, request) {
  let entry;
  try {
    entry = entryFor(resolve(specifier, urlOf(referrer)), type);
  } catch (error) {
    native.fail(request, error);
    return;
  }
  if (!isDynamic) {
    native.fulfil(request, entry.handle);
    return;
  }
  entry.load().then(() => native.fulfil(request, entry.handle), (error) => native.fail(request, error));
}

function fillMeta(entry, meta) {
  if (entry.values !== undefined) {
    meta.values = entry.values;
    return;
  }
  const { url } = entry;
  if (url.startsWith('file:')) {
    meta.dirname = path.dirname(fileURLToPath(url));
    meta.filename = fileURLToPath(url);
  }
  meta.main = url === mainUrl;
  meta.resolve = function resolve_(specifier) { return resolveFrom(specifier, url); };
  Object.defineProperty(meta.resolve, 'name', { __proto__: null, value: 'resolve' });
  meta.url = url;
}

// A file that is not there is no failure here.
function resolveFrom(specifier, parent) {
  try {
    return resolve(`${specifier}`, parent);
  } catch (error) {
    if ((error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_UNSUPPORTED_DIR_IMPORT') && error.url) {
      return error.url;
    }
    throw error;
  }
}

let isStarted = false;

function start() {
  if (isStarted) return;
  isStarted = true;
  native.setHooks(load, fillMeta);
}

// Runs the program. It goes on by promise jobs, so microtasks of the script come before its ticks.
function runMain(file) {
  start();
  mainUrl = pathToFileURL(file).href;
  const entry = entryFor(mainUrl, '');
  const run = entry.load().then(() => {
    native.link(entry.handle);
    return native.evaluate(entry.handle);
  });
  require('internal/process/lifecycle').watchMain(() => getPromiseDetails(run)[0] === kPending);
}

// require() of a module: it has to run to its end at once.
function requireModule(file) {
  start();
  const entry = entryFor(pathToFileURL(file).href, '');
  settled(entry.load(), file);
  native.link(entry.handle);
  settled(native.evaluate(entry.handle), file);
  const namespace = native.namespace(entry.handle);
  if ('module.exports' in namespace) return namespace['module.exports'];
  return 'default' in namespace && !('__esModule' in namespace) ? withMark(entry, file) : namespace;
}

// What came of a promise that has no time.
function settled(promise, file) {
  const { 0: state, 1: result } = getPromiseDetails(promise);
  if (state === kPending) throw new codes.ERR_REQUIRE_ASYNC_MODULE(file);
  if (state === kRejected) {
    promise.then(undefined, () => {});
    throw result;
  }
}

// CommonJS that was compiled from a module tells a default export by this mark.
function withMark(entry, file) {
  const key = `required ${entry.url}`;
  let marked = known.get(key);
  if (marked === undefined) {
    const name = JSON.stringify(entry.url);
    const handle = native.compile(
      `export * from ${name}; export { default } from ${name}; export const __esModule = true;`, entry.url, entry);
    known.set(key, marked = { handle });
    settled(native.loadImports(handle), file);
    native.link(handle);
    settled(native.evaluate(handle), file);
  }
  return native.namespace(marked.handle);
}

module.exports = { start, runMain, requireModule };
