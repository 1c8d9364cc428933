// Starts the program: modules that are loaded before it, then the file that the command line names.
'use strict';

const path = require('path');
const { Module, load, workingFolder } = require('internal/modules/cjs');

// A module that is loaded first may put another in its place.
const runMainOfModule = Module.runMain;

const hasOptions = binding('process').hasOptions();

function options(name) {
  return hasOptions ? require('internal/process/options').getOptions(name) : [];
}

// The modules that `-r` names.
function preload() {
  if (!hasOptions) return;
  const requests = options('--require');
  if (requests.length > 0) Module._preloadModules(requests);
}

let isImported = false;

// Calls a function when the modules are through that `--import` and `--loader` name: at once if there are none, or if a
// program runs itself again.
function afterImports(run) {
  if (isImported) {
    run();
    return;
  }
  isImported = true;
  const loaders = options('--experimental-loader');
  const imports = options('--import');
  if (loaders.length === 0 && imports.length === 0) {
    run();
    return;
  }
  if (loaders.length !== 0) require('internal/modules/register').registerFromLine(loaders);
  importAll(imports).then(run).then(undefined, fail);
}

async function importAll(specifiers) {
  const { importAsPromise } = require('internal/modules/esm');
  const { pathToFileURL } = require('internal/url');
  const parent = pathToFileURL(`${workingFolder()}/`).href;
  for (let i = 0; i < specifiers.length; i++) await importAsPromise(specifiers[i], parent);
}

// An error of the main module ends the program, as one that nobody has caught.
function fail(error) {
  require('internal/process/lifecycle').handleUncaught(error, undefined, 'unhandledRejection');
}

// Whether what the command line names is a URL and no path.
function isEntryUrl() {
  return hasOptions && require('internal/process/options').getOption('--entry-url') === true;
}

function runMain(file) {
  if (hasOptions && require('internal/process/options').getOption('--check')) {
    preload();
    afterImports(() => require('internal/modules/check').checkFile(path.resolve(file)));
    return;
  }
  preload();
  if (Module.runMain !== runMainOfModule) {
    Module.runMain(process.argv[1]);
    return;
  }
  startMain(file);
}

// Runs the program, once what comes before it is there.
function startMain(file) {
  if (isEntryUrl()) {
    process.argv[1] = file;
    afterImports(() => require('internal/modules/esm').runEntry(file).then(undefined, fail));
    return;
  }
  afterImports(() => loadMain(path.resolve(file)));
}

function loadMain(file) {
  if (hasOptions && hasOwnLoading()) {
    runModule(findMain(file) ?? file);
    return;
  }
  if (!file.endsWith('.js') && isForImport(file)) {
    const found = findMain(file);
    if (found !== undefined) {
      runModule(found);
      return;
    }
  }
  load(file, null, true);
}

// Whether a file that is no .js is loaded as ES modules are: by its name, or since its package is made of them.
function isForImport(file) {
  if (file.endsWith('.mjs') || file.endsWith('.mts') || file.endsWith('.wasm')) return true;
  if (file.endsWith('.cjs') || file.endsWith('.cts') || !path.basename(file, '.').includes('.') && !isFile(file)) return false;
  return require('internal/modules/resolve').packageType(file) === 'module';
}

function isFile(file) {
  return binding('modules').fileKind(file) === 0;
}

// With modules before it, everything comes by way of ES modules.
function hasOwnLoading() {
  return options('--import').length !== 0 || options('--experimental-loader').length !== 0;
}

// The file behind a name without its extension, or a folder; undefined if there is none.
function findMain(file) {
  return Module._findPath(file, null, true) || undefined;
}

// Runs a file as the main module.
function runModule(file) {
  const { pathToFileURL } = require('internal/url');
  process.mainModule = undefined;
  require('internal/modules/esm').runMain(pathToFileURL(file).href).then(undefined, fail);
}

module.exports = { afterImports, fail, preload, runMain, runModule, startMain };
