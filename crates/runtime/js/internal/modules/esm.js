// ES modules as the rest of the program meets them: `import()`, `import.meta`, the main module, and require() of them.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { Loader, ModuleEntry, attributesOf, kNoAttributes } = require('internal/modules/esm_graph');
const run = require('internal/modules/esm_run');
const { fileURLToPath, pathToFileURL } = require('internal/url');
const { Referrer } = require('internal/vm/referrer');

const native = binding('esm');

// Of each request of a module the binding tells so many values.
const kRequestLength = 5;

const loader = new Loader();
let mainUrl;

// The URL that specifiers are relative to: that of a module, of a file, or of the working folder for code from elsewhere.
function urlOf(referrer) {
  if (referrer instanceof ModuleEntry) return referrer.url;
  if (typeof referrer !== 'string') return urlOfElsewhere();
  if (path.isAbsolute(referrer)) return pathToFileURL(referrer).href;
  const { URL } = require('internal/url');
  return URL.canParse(referrer) ? referrer : urlOfElsewhere();
}

// Where there is no file, errors name '[eval]' or its like; Node leaves the brackets as they are.
function urlOfElsewhere() {
  return pathToFileURL(`${process.cwd()}/`).href + require('internal/modules/eval').scriptName();
}

// Code in a context of which nothing else is known is known by its global object.
function isGlobal(referrer) {
  return typeof referrer === 'object' && referrer !== null && !(referrer instanceof Referrer) &&
    !(referrer instanceof ModuleEntry);
}

function referrerOfGlobal(global) {
  return require('internal/vm/contexts').referrerOfGlobal(global);
}

// The engine has met an `import()`, or an import of a module of vm.
function importFromEngine(specifier, asking, kind, isDynamic, request, isSource, line, column) {
  const referrer = isGlobal(asking) ? referrerOfGlobal(asking) : asking;
  if (referrer === null || typeof referrer === 'function') {
    native.fail(request, referrer === null ?
      new codes.ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING() : new codes.ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG());
    return;
  }
  if (referrer instanceof Referrer) {
    referrer.load(specifier, kind, isDynamic, request, isSource);
    return;
  }
  const done = (value) => native.settle(request, value);
  const failed = (error) => native.fail(request, error);
  const attributes = attributesOf(sourceOf(referrer, kind), kind, line, column);
  const own = referrer instanceof ModuleEntry ? referrer.loader : loader;
  if (isSource) importSource(own, specifier, urlOf(referrer), attributes, done, failed);
  else importTraced(own, specifier, urlOf(referrer), attributes, done, failed);
}

// Who is told of what is imported, once somebody listens.
let trace;

function traceImports(function_) {
  trace = function_;
}

function importTraced(own, specifier, parentUrl, attributes, done, failed) {
  if (trace === undefined) {
    importModule(own, specifier, parentUrl, attributes, done, failed);
    return;
  }
  trace(
    (succeed, fail) => importModule(own, specifier, parentUrl, attributes, succeed, fail),
    specifier, parentUrl, done, failed);
}

// The text of who asks, if it is needed to know what for.
function sourceOf(referrer, kind) {
  if (kind !== 'other') return undefined;
  if (referrer instanceof ModuleEntry) return referrer.source;
  const text = typeof referrer === 'string' ? binding('modules').readSource(referrer, true) : undefined;
  return typeof text === 'string' ? text : undefined;
}

// Loads and runs a module; then calls `done(namespace)` or `failed(error)`.
function importModule(own, specifier, parentUrl, attributes, done, failed) {
  if (own.asyncHooks !== undefined) {
    own.loadLater(specifier, parentUrl, attributes).then(
      (entry) => run.whenRun(entry, () => done(entry.namespace), failed), failed);
    return;
  }
  let entry;
  try {
    entry = own.loadNow(specifier, parentUrl, attributes);
  } catch (error) {
    run.inJobs(run.kAfterRun, () => failed(error));
    return;
  }
  run.whenRun(entry, () => done(entry.namespace), failed);
}

function importSource(own, specifier, parentUrl, attributes, done, failed) {
  let source;
  try {
    const entry = own.loadNow(specifier, parentUrl, attributes, own.asyncHooks?.waitFor, true);
    source = require('internal/modules/esm_source_phase').sourceObject(entry);
  } catch (error) {
    run.inJobs(run.kAfterRun, () => failed(error));
    return;
  }
  run.inJobs(run.kAfterRun, () => done(source));
}

// For those of the library who import: a promise of the namespace.
function importAsPromise(specifier, parentUrl, attributes = kNoAttributes, own = loader) {
  start();
  return new Promise((done, failed) => {
    importModule(own, specifier, parentUrl, attributes, done, failed);
  });
}

function fillMeta(entry, meta) {
  if (entry instanceof Referrer) {
    entry.fillMeta(meta);
    return;
  }
  if (entry.values !== undefined) {
    meta.values = entry.values;
    return;
  }
  const { url } = entry;
  if (url.startsWith('file:')) {
    const file = fileURLToPath(url);
    setOwn(meta, 'dirname', path.dirname(file));
    setOwn(meta, 'filename', file);
  }
  setOwn(meta, 'main', url === mainUrl);
  const resolve = { resolve(specifier) { return resolveFrom(entry.loader, specifier, parentOf(url, arguments[1])); } };
  setOwn(meta, 'resolve', resolve.resolve);
  setOwn(meta, 'url', url);
}

function setOwn(target, name, value) {
  Object.defineProperty(target, name, {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
}

// With an option import.meta.resolve() takes the URL to start from.
function parentOf(url, given) {
  if (given === undefined) return url;
  const { getOption } = require('internal/process/options');
  if (!getOption('--experimental-import-meta-resolve')) return url;
  const { URL } = require('internal/url');
  if (typeof given !== 'string' && !(given instanceof URL)) {
    throw new codes.ERR_INVALID_ARG_TYPE('parentURL', ['string', 'URL'], given);
  }
  return `${given}`;
}

// A file that is not there is no failure here.
function resolveFrom(own, specifier, parent) {
  try {
    const found = own.resolve(`${specifier}`, parent, kNoAttributes);
    return (binding('types').isPromise(found) ? own.asyncHooks.waitFor(found) : found).url;
  } catch (error) {
    const isMissing = error?.code === 'ERR_MODULE_NOT_FOUND' || error?.code === 'ERR_UNSUPPORTED_DIR_IMPORT';
    if (isMissing && Object.hasOwn(error, 'url')) {
      return error.url;
    }
    throw error;
  }
}

let isStarted = false;

function start() {
  if (isStarted) return;
  isStarted = true;
  require('internal/modules/cjs').keepExports();
  native.setHooks(importFromEngine, fillMeta);
}

// Runs the main module. The promise is settled when it is through; nobody else handles it.
function runMain(url) {
  const { getOption } = require('internal/process/options');
  if (getOption('--input-type') !== undefined && require('worker_threads').isMainThread) throw new codes.ERR_INPUT_TYPE_NOT_ALLOWED();
  start();
  mainUrl = url;
  return watch(new Promise((done, failed) => {
    importModule(loader, url, undefined, kNoAttributes, done, failed);
  }), url);
}

// If the program ends while a module waits, it is told where.
function watch(promise, url) {
  const isPending = () => run.look(promise).isPending;
  const tell = () => require('internal/modules/esm_stalled').warn(loader.known.get(url));
  require('internal/process/lifecycle').watchMain(isPending, tell);
  return promise;
}

// `--entry-url`: what the command line names is a URL, relative to the working folder.
function runEntry(text) {
  require('internal/util/experimental').warnExperimental('--entry-url');
  const { URL } = require('internal/url');
  return runMain(new URL(text, pathToFileURL(`${process.cwd()}/`)).href);
}

// Runs a text as the main module: `--input-type=module`.
function runText(text, url) {
  start();
  mainUrl = url;
  return watch(new Promise((done, failed) => {
    const entry = loader.add(url, { url, attributes: undefined }, { format: 'module', source: text });
    if (loader.asyncHooks !== undefined) {
      loader.completeLater(entry).then(() => run.whenRun(entry, done, failed), failed);
      return;
    }
    try {
      loader.completeNow(entry);
    } catch (error) {
      failed(error);
      return;
    }
    run.whenRun(entry, done, failed);
  }), url);
}

// require() of a module: it has to run to its end at once. `loaded` is its source and format.
function requireModule(file, url, loaded, parent) {
  start();
  const entry = requiredEntry(file, url, loaded, parent);
  if (!entry.isSync && run.runsAlready(entry) === undefined) run.link(entry);
  checkSync(entry, file, parent);
  if (entry.evaluation === undefined) {
    checkCycle(entry, file, parent);
    checkCommonJs(entry);
    run.link(entry);
    entry.wasRequired = true;
    run.evaluate(entry);
  }
  const { isPending, isRejected, result } = run.look(entry.evaluation);
  if (isPending) throw new codes.ERR_REQUIRE_ASYNC_MODULE(file, []);
  if (isRejected) {
    entry.evaluation.then(undefined, () => {});
    run.explain(result, entry);
    require('internal/process/fatal').rememberError(result);
    throw result;
  }
  const { namespace } = entry;
  if ('module.exports' in namespace) return namespace['module.exports'];
  return 'default' in namespace && !('__esModule' in namespace) ? withMark(entry) : namespace;
}

function requiredEntry(file, url, loaded, parent) {
  let entry = loader.known.get(url);
  if (entry === undefined) {
    entry = loader.add(url, { url, attributes: undefined }, loaded);
  } else if (run.isAwaited(entry)) {
    throw new codes.ERR_REQUIRE_ESM_RACE_CONDITION(file, parent?.filename, false);
  }
  loader.completeNow(entry, loader.asyncHooks?.waitFor);
  return entry;
}

// Nothing that runs just now may be needed.
function checkCycle(entry, file, parent) {
  const found = run.runsAlready(entry);
  if (found === undefined) return;
  if (found.from === undefined) throw cycleError(`require() ES Module ${file}`, parent?.filename);
  const specifier = found.from.specifiers[found.from.imports.indexOf(found.entry)];
  throw cycleError(`import Module ${specifier}`, pathOf(found.from.url));
}

// A module of CommonJS that is imported must not be the one that is waiting for this.
function checkCommonJs(root) {
  const { Module } = require('internal/modules/cjs');
  run.byDepth(root, (entry) => {
    const index = entry.imports.findIndex((one) => one.isCommonJs && Module._cache[pathOf(one.url)]?.loaded === false);
    if (index !== -1) throw cycleError(`import CommonJS Module ${entry.specifiers[index]}`, pathOf(entry.url));
  });
}

function pathOf(url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}

function cycleError(what, from) {
  let message = `Cannot ${what} in a cycle.`;
  if (from) message += ` (from ${from})`;
  if (what.startsWith('require()')) {
    message += ' A cycle involving require(esm) is not allowed to maintain invariants mandated by the ECMAScript ' +
      'specification. Try making at least part of the dependency in the graph lazily loaded.';
  }
  return new codes.ERR_REQUIRE_CYCLE_MODULE(message);
}

// A graph that waits somewhere is refused before any of it runs.
function checkSync(root, file, parent) {
  if (root.isSync) return;
  const places = require('internal/modules/esm_stalled').awaitsIn(root);
  root.isSync = places.length === 0;
  if (root.isSync) return;
  const { getOption } = require('internal/process/options');
  const isShown = getOption('--experimental-print-required-tla') === true;
  const { requireStackOf } = require('internal/modules/cjs');
  throw new codes.ERR_REQUIRE_ASYNC_MODULE(file, requireStackOf(parent), isShown ? places : undefined);
}

// CommonJS that was compiled from a module tells a default export by this mark.
function withMark(entry) {
  const key = `required ${entry.url}`;
  let marked = loader.known.get(key);
  if (marked === undefined) {
    const name = JSON.stringify(entry.url);
    const source = `export * from ${name}; export { default } from ${name}; export const __esModule = true;`;
    marked = new ModuleEntry(loader, entry.url, 'module', { source });
    marked.imports = [entry];
    const count = native.requestsOf(marked.handle).length / kRequestLength;
    native.provide(marked.handle, new Array(count).fill(entry.handle));
    native.loadProvided(marked.handle);
    run.link(marked);
    run.evaluate(marked);
    loader.known.set(key, marked);
  }
  return marked.namespace;
}

function isMain(url) {
  return url === mainUrl;
}

module.exports = {
  cycleError, importAsPromise, isMain, loader, requireModule, resolveFrom, runEntry, runMain, runText, start, traceImports,
};
