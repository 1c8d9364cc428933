// What is behind the URL of a module, as an ES module: every kind of source becomes one.
'use strict';

const path = require('path');
const { codes, UVException } = require('internal/errors');
const { loadBuiltin } = require('internal/modules/builtins');
const { packageType } = require('internal/modules/resolve');
const { fileURLToPath } = require('internal/url');

const files = binding('modules');
const native = binding('esm');

// { source, values } of what is at a URL, asked for with an attribute `type` or ''. If `values` is there it gives the
// values that the source exports, when the module is run.
function readModule(url, type) {
  if (url.startsWith('node:')) return ofBuiltin(url, type);
  if (url.startsWith('data:')) return ofData(url, type);
  const file = fileURLToPath(url);
  const source = readFile(file);
  const format = formatOf(file, source);
  checkType(format, url, type);
  switch (format) {
    case 'module': return { source, values: undefined };
    case 'json': return ofJson(source, file);
    case 'commonjs': return ofCommonJs(source, file);
    default: throw new codes.ERR_NOT_IMPLEMENTED(`import of ${format}`);
  }
}

function readFile(file) {
  const text = files.readSource(file);
  if (typeof text === 'string') return text.startsWith('#!') ? `//${text.slice(2)}` : text;
  throw new UVException({ errno: text, syscall: 'open', path: file });
}

function formatOf(file, source) {
  const extension = path.extname(file);
  switch (extension) {
    case '.mjs': return 'module';
    case '.cjs': return 'commonjs';
    case '.json': return 'json';
    case '.wasm': return 'wasm';
    case '.js':
    case '': return packageType(file) ?? (native.isModule(source) ? 'module' : 'commonjs');
    default: throw new codes.ERR_UNKNOWN_FILE_EXTENSION(extension, file);
  }
}

// The attribute has to tell JSON, and nothing else.
function checkType(format, url, type) {
  if (format === 'json' && type === '') throw new codes.ERR_IMPORT_ATTRIBUTE_MISSING(url, 'type', 'json');
  if (format !== 'json' && type === 'json') {
    throw new codes.ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, 'json');
  }
  if (type !== '' && type !== 'json') throw new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED('type', type, url);
}

// The source of a module that exports values under names. They are had when it runs.
function synthetic(names, values) {
  const parts = names.map((name, index) => `v${index} as ${JSON.stringify(name)}`);
  const places = names.map((_, index) => `${index}: v${index}`);
  return {
    source: `const { ${places.join(', ')} } = import.meta.values();\nexport { ${parts.join(', ')} };`,
    values,
  };
}

function ofBuiltin(url, type) {
  checkType('builtin', url, type);
  const exports = loadBuiltin(url.slice(5));
  const names = Object.keys(exports).filter((name) => name !== 'default');
  return synthetic(['default', ...names], () => [exports, ...names.map((name) => exports[name])]);
}

function ofJson(source, file) {
  return synthetic(['default'], () => {
    try {
      return [JSON.parse(source)];
    } catch (error) {
      error.message = `${file}: ${error.message}`;
      throw error;
    }
  });
}

// A CommonJS module runs when its turn has come. Which names it exports has to be known before.
function ofCommonJs(source, file) {
  const names = namesOf(source, file);
  return synthetic(['default', 'module.exports', ...names], () => {
    const { Module } = require('internal/modules/cjs');
    const exports = Module._load(file, undefined, false);
    const isObject = exports !== null && (typeof exports === 'object' || typeof exports === 'function');
    return [exports, exports, ...names.map((name) => (isObject ? exports[name] : undefined))];
  });
}

// The names that a CommonJS module exports, with those of modules that it hands on.
function namesOf(source, file) {
  const names = new Set();
  const seen = new Set();
  const visit = (text, at) => {
    if (seen.has(at)) return;
    seen.add(at);
    const { 0: own, 1: requests } = native.commonJsExports(text);
    own.forEach((name) => names.add(name));
    requests.forEach((request) => visitRequest(request, at));
  };
  const visitRequest = (request, at) => {
    const { Module } = require('internal/modules/cjs');
    const { builtinId } = require('internal/modules/builtins');
    if (builtinId(request) !== undefined) {
      Object.keys(loadBuiltin(builtinId(request))).forEach((name) => names.add(name));
      return;
    }
    let found;
    try {
      found = Module.createRequire(at).resolve(request);
    } catch {
      // It will fail where it is required, if it ever is.
      return;
    }
    const text = path.extname(found) === '.json' ? -1 : files.readSource(found);
    if (typeof text === 'string') visit(text, found);
  };
  visit(source, file);
  names.delete('default');
  names.delete('module.exports');
  return Array.from(names);
}

// data:[type][;base64],text
function ofData(url, type) {
  const comma = url.indexOf(',');
  const head = url.slice('data:'.length, comma).split(';');
  const text = decodeURIComponent(url.slice(comma + 1));
  const { Buffer } = require('buffer');
  const source = head.includes('base64') ? Buffer.from(text, 'base64').toString() : text;
  switch (head[0].trim().toLowerCase()) {
    case 'text/javascript':
    case 'application/javascript':
      checkType('module', url, type);
      return { source, values: undefined };
    case 'application/json':
      checkType('json', url, type);
      return ofJson(source, url);
    default: throw new codes.ERR_UNKNOWN_MODULE_FORMAT(head[0], url);
  }
}

module.exports = { readModule };
