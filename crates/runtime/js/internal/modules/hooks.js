// module.registerHooks(): functions of the program that take part in finding and reading modules. They are called in the
// same thread, the last registered first, and each hands on to the next.
'use strict';

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const kId = Symbol('kModuleHooksIdKey');

// Those that have a function of the kind, the first registered first.
const chains = { resolve: [], load: [] };
let count = 0;

class ModuleHooks {
  constructor(resolve, load) {
    this.resolve = resolve;
    this.load = load;
    this[kId] = Symbol(`module-hook-${count++}`);
    if (resolve !== undefined) chains.resolve.push(this);
    if (load !== undefined) chains.load.push(this);
  }

  deregister() {
    chains.resolve = chains.resolve.filter((hooks) => hooks !== this);
    chains.load = chains.load.filter((hooks) => hooks !== this);
  }

  [Symbol.dispose]() {
    this.deregister();
  }
}

class ModuleResolveContext {
  constructor(parentURL, importAttributes, conditions) {
    this.parentURL = parentURL;
    this.importAttributes = importAttributes;
    this.conditions = conditions;
  }
}

class ModuleLoadContext {
  constructor(format, importAttributes, conditions) {
    this.format = format;
    this.importAttributes = importAttributes;
    this.conditions = conditions;
  }
}

function registerHooks(hooks) {
  const { resolve, load } = hooks;
  if (resolve !== undefined) validateFunction(resolve, 'hooks.resolve');
  if (load !== undefined) validateFunction(load, 'hooks.load');
  require('internal/modules/cjs').useHooks(require('internal/modules/cjs_hooked'));
  return new ModuleHooks(resolve, load);
}

function hasResolveHooks() {
  return chains.resolve.length !== 0;
}

function hasLoadHooks() {
  return chains.load.length !== 0;
}

// Calls the hooks of a kind with `subject` (a specifier or a URL) and a context; `last(subject, context)` is what there is
// without hooks. A hook that does not go on has to say so.
function run(kind, subject, context, last, check) {
  const chain = chains[kind];
  const callAt = (index, subject, context) => {
    if (index < 0) return last(subject, context);
    let isLeftTo = false;
    const next = (nextSubject, given) => {
      isLeftTo = true;
      const merged = given === undefined || given === context ? context : mergeContexts(context, given);
      return callAt(index - 1, nextSubject, merged);
    };
    const result = chain[index][kind](subject, context, next);
    checkObject(kind, result);
    if (!isLeftTo && result.shortCircuit !== true) {
      throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('true', kind, 'shortCircuit', result.shortCircuit);
    }
    check(result);
    return result;
  };
  return callAt(chain.length - 1, subject, context);
}

function mergeContexts(context, given) {
  return Object.assign(Object.create(Object.getPrototypeOf(context)), context, given);
}

function checkObject(kind, result) {
  if (result === null || typeof result !== 'object') {
    throw new codes.ERR_INVALID_RETURN_VALUE('an object', `${kind} hook`, result);
  }
}

function checkResolved({ url }) {
  if (typeof url !== 'string') {
    throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a URL string', 'resolve', 'url', url);
  }
}

function isSource(value) {
  const { isAnyArrayBuffer } = require('internal/util/types');
  return typeof value === 'string' || isAnyArrayBuffer(value) || ArrayBuffer.isView(value);
}

// Modules of the library have no source, and those of CommonJS may leave it to the loader.
function checkLoadedForImport({ format, source }) {
  if (source === null || source === undefined) {
    if (format === 'builtin' || format === 'commonjs' || format === 'addon') return;
  } else if (isSource(source)) {
    return;
  }
  throw badSource(source);
}

function checkLoadedForRequire({ format, source }) {
  if (isSource(source) || format === 'builtin') return;
  throw badSource(source);
}

function badSource(source) {
  return new codes.ERR_INVALID_RETURN_PROPERTY_VALUE(
    'a string, an ArrayBuffer, or a TypedArray', 'load', 'source', source);
}

function resolveWithHooks(specifier, parentURL, importAttributes, conditions, last) {
  const context = new ModuleResolveContext(parentURL, importAttributes, conditions);
  return run('resolve', specifier, context, last, checkResolved);
}

function loadWithHooks(url, format, importAttributes, conditions, last, isImport) {
  const context = new ModuleLoadContext(format, importAttributes, conditions);
  return run('load', url, context, last, isImport ? checkLoadedForImport : checkLoadedForRequire);
}

module.exports = { registerHooks, hasLoadHooks, hasResolveHooks, loadWithHooks, resolveWithHooks };
