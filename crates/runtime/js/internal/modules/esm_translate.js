// Every kind of source as an ES module: a text for the engine, and the values that it exports if it has none of its own.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { builtinId, loadBuiltin } = require('internal/modules/builtins');
const { textOf } = require('internal/modules/esm_load');
const { fileURLToPath } = require('internal/url');

const files = binding('modules');
const syntax = binding('syntax');

// { source, values, isCommonJs } of what was loaded from a URL. If `values` is there, it is called when the module runs: it
// gives an array of what the source exports, in the order of the names.
function translate(url, { format, source }, attributes) {
  if (attributes?.type === 'text') return ofText(textOf(source));
  switch (format) {
    case 'module': return { source: withoutHashbang(textOf(source)) };
    case 'module-typescript': return ofTypeScript(url, source);
    case 'module-jsx':
      return { source: require('internal/modules/jsx').transform(withoutHashbang(textOf(source)), fileOf(url), true).source };
    case 'text': return ofText(textOf(source));
    case 'json': return ofJson(textOf(source), url);
    case 'builtin': return ofBuiltin(url);
    case 'commonjs':
    case 'commonjs-jsx':
    case 'commonjs-typescript': return ofCommonJs(url, format, source);
    case 'wasm': return require('internal/modules/esm_wasm').translateWasm(url, source);
    case 'mock': return ofMock(url);
    case 'addon': return process.dlopen({ exports: {} }, fileOf(url));
    default: throw new codes.ERR_UNKNOWN_MODULE_FORMAT(format, url);
  }
}

function withoutHashbang(text) {
  return text.startsWith('#!') ? `//${text.slice(2)}` : text;
}

function ofTypeScript(url, source) {
  const { stripTypes } = require('internal/modules/typescript');
  return { source: stripTypes(withoutHashbang(textOf(source)), fileOf(url), url) };
}

// The source of a module that exports values under names. They are had when it runs, and can be set anew by the function
// that `values` gets.
function synthetic(names, values) {
  const variables = names.map((_, index) => `v${index}`);
  const parts = names.map((name, index) => `v${index} as ${JSON.stringify(name)}`);
  const places = names.map((_, index) => `${index}: v${index}`);
  const declaration = variables.length === 0 ? '' : `let ${variables.join()};`;
  return {
    source: `${declaration}import.meta.values((a)=>{({${places.join()}}=a)});export{${parts.join()}};`,
    values(set) { set(values()); },
    names,
  };
}

function ofText(text) {
  return synthetic(['default'], () => [text]);
}

// What mock.module() has put in place of a module.
function ofMock(url) {
  const { 0: names, 1: values } = require('internal/test/mock/modules').exportsAt(url);
  return synthetic(names, values);
}

// Those that were imported, by id: their names can be brought up to date.
const importedBuiltins = new Map();

function ofBuiltin(url) {
  const id = url.slice('node:'.length);
  const exports = loadBuiltin(id);
  const names = Object.keys(exports).filter((name) => name !== 'default');
  const read = () => [exports, ...names.map((name) => exports[name])];
  const parts = synthetic(['default', ...names], read);
  return {
    source: parts.source,
    values(set) {
      importedBuiltins.set(id, () => set(read()));
      set(read());
    },
  };
}

// module.syncBuiltinESMExports(): what a program has changed in modules of the library is seen by those who import it.
function syncBuiltinExports() {
  importedBuiltins.forEach((update) => update());
}

// JSON has one value, whoever loads it: modules of CommonJS get the same.
function ofJson(text, url) {
  const { Module } = require('internal/modules/cjs');
  const file = url.startsWith('file:') && !url.includes('?') && !url.includes('#') ? fileURLToPath(url) : undefined;
  const cached = file === undefined ? undefined : Module._cache[file];
  if (cached?.loaded) return synthetic(['default'], () => [cached.exports]);
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw explainJson(error, text, fileOf(url));
  }
  if (file !== undefined) {
    const module = new Module(file);
    module.filename = file;
    module.exports = value;
    module.loaded = true;
    Module._cache[file] = module;
  }
  return synthetic(['default'], () => [value]);
}

// What is no JSON is told in the words that scripts know, with the name of the file.
function explainJson(error, text, file) {
  require('internal/json_error').explain(error, text, explainJson);
  error.message = `${file}: ${error.message}`;
  error.stack = `${error.name}: ${error.message}${error.stack.slice(error.stack.indexOf('\n    at '))}`;
  return error;
}

// A CommonJS module runs when its turn has come. Which names it exports has to be known before.
function ofCommonJs(url, format, source) {
  const file = fileOf(url);
  const isGiven = source !== null && source !== undefined;
  let text = isGiven ? textOf(source) : files.readSource(file);
  if (typeof text !== 'string') text = '';
  if (format === 'commonjs-typescript') text = require('internal/modules/typescript').stripTypes(text, file);
  if (format === 'commonjs-jsx') text = require('internal/modules/jsx').transform(text, file, false).source;
  const names = namesOf(text, file);
  const parts = synthetic(['default', 'module.exports', ...names], () => {
    const { loadImported } = require('internal/modules/cjs');
    const isFromHooks = isGiven && (require('internal/modules/hooks').hasLoadHooks() ||
      require('internal/modules/esm').loader.asyncHooks !== undefined);
    const isMain = require('internal/modules/esm').isMain(url);
    const exports = loadImported(url, file, isFromHooks ? text : undefined, isMain);
    return [exports, exports, ...names.map((name) => readExport(exports, name))];
  });
  parts.isCommonJs = true;
  return parts;
}

function readExport(exports, name) {
  if (exports === null || (typeof exports !== 'object' && typeof exports !== 'function')) return undefined;
  try {
    return exports[name];
  } catch {
    // What a getter refuses is not there.
    return undefined;
  }
}

// The names that a CommonJS module exports, with those of modules that it hands on.
function namesOf(source, file) {
  const names = new Set();
  const seen = new Set();
  const visit = (text, at) => {
    if (seen.has(at)) return;
    seen.add(at);
    const { 0: own, 1: requests } = syntax.commonJsExports(text);
    own.forEach((name) => names.add(name));
    requests.forEach((request) => visitRequest(request, at));
  };
  const visitRequest = (request, at) => {
    if (builtinId(request) !== undefined) {
      // Node does not look into its own.
      return;
    }
    const found = resolveFrom(request, at);
    if (found === undefined || path.extname(found) === '.json') return;
    const text = files.readSource(found);
    if (typeof text === 'string') visit(text, found);
  };
  visit(source, file);
  names.delete('default');
  names.delete('module.exports');
  return Array.from(names);
}

// undefined if there is no such file: it will fail where it is required, if it ever is.
function resolveFrom(request, at) {
  const { resolveWithoutHooks } = require('internal/modules/cjs');
  try {
    return resolveWithoutHooks(request, at);
  } catch {
    return undefined;
  }
}

// The path of a module, or its URL if it has none.
function fileOf(url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}

module.exports = { explainJson, fileOf, syncBuiltinExports, synthetic, translate };
