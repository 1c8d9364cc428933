// What the functions of vm may be told, checked.
'use strict';

const { isNativeError: isError } = binding('types');
const { codes } = require('internal/errors');
const { fail } = require('internal/unimplemented');
const {
  validateBoolean, validateFunction, validateInt32, validateObject, validateOneOf, validateString, validateUint32,
} = require('internal/validators');

const constants = {
  __proto__: null,
  USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
  DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
};
Object.freeze(constants);

const { defineProperty } = Reflect;

// Errors whose stacks have a line of source before them.
const shown = new WeakSet();

const NONE = Object.freeze({ __proto__: null });

// Most functions take a file's name in place of options.
function optionsOf(given) {
  if (given === undefined) return NONE;
  if (typeof given === 'string') return { __proto__: null, filename: given };
  validateObject(given, 'options');
  return given;
}

function checkLoader(loader) {
  if (loader !== undefined && loader !== constants.USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    validateFunction(loader, 'options.importModuleDynamically');
  }
}

function checkCached(cachedData, produceCachedData) {
  if (cachedData !== undefined && !ArrayBuffer.isView(cachedData)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'], cachedData);
  }
  if (produceCachedData !== undefined) validateBoolean(produceCachedData, 'options.produceCachedData');
}

// Where a script says that it comes from.
class Origin {
  constructor(options, filename) {
    this.filename = options.filename ?? filename;
    this.line = options.lineOffset ?? 0;
    this.column = options.columnOffset ?? 0;
    if (options.filename !== undefined) validateString(options.filename, 'options.filename');
    if (options.lineOffset !== undefined) validateInt32(options.lineOffset, 'options.lineOffset');
    if (options.columnOffset !== undefined) validateInt32(options.columnOffset, 'options.columnOffset');
    checkCached(options.cachedData, options.produceCachedData);
    const loader = options.importModuleDynamically;
    checkLoader(loader);
    // Who asks when the script asks for modules.
    this.referrer = loader === constants.USE_MAIN_CONTEXT_DEFAULT_LOADER ? this.filename : loader ?? null;
    this.decorate = (error, text, line, column) => this.#show(error, text, line, column);
  }

  // Puts the line at which an error was thrown, or at which the syntax is wrong, before its stack.
  #show(error, text, line, column) {
    if (!isError(error) || shown.has(error)) return;
    let width = 1;
    if (line === undefined) {
      if (error.name !== 'SyntaxError' || error.fileName !== this.filename) return;
      line = error.lineNumber;
      column = error.columnNumber;
      width = 0;
    }
    const { stack } = error;
    const source = text.split(/\r?\n/)[line - this.line - 1];
    if (typeof stack !== 'string' || source === undefined) return;
    let at = column - 1 - (line === this.line + 1 ? this.column : 0);
    // The engine tells where the error was made; where it was thrown is before that.
    const statement = /throw\s+$/.exec(source.slice(0, at));
    if (statement !== null) at = statement.index;
    if (width === 0) width = /^[\w$]*/.exec(source.slice(at))[0].length || 1;
    shown.add(error);
    defineProperty(error, 'stack', {
      __proto__: null,
      value: `${this.filename}:${line}\n${source}\n${' '.repeat(at)}${'^'.repeat(width)}\n\n${stack}`,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
}

// How long a script may run, in milliseconds; undefined for ever.
function timeoutOf(options) {
  const { timeout, displayErrors, breakOnSigint } = options;
  if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
  if (displayErrors !== undefined) validateBoolean(displayErrors, 'options.displayErrors');
  if (breakOnSigint !== undefined) {
    validateBoolean(breakOnSigint, 'options.breakOnSigint');
    if (breakOnSigint) fail('The option breakOnSigint of vm');
  }
  return timeout;
}

// Checks what a context is made with; `names` are the names that the options have there. Says whether it has a
// queue of microtasks of its own.
function ownsMicrotasks(options, names) {
  const name = options[names.name];
  const origin = options[names.origin];
  const codeGeneration = options[names.codeGeneration];
  if (name !== undefined) validateString(name, `options.${names.name}`);
  if (origin !== undefined) validateString(origin, `options.${names.origin}`);
  if (codeGeneration !== undefined) checkCodeGeneration(codeGeneration, `options.${names.codeGeneration}`);
  const { microtaskMode } = options;
  if (microtaskMode !== undefined) {
    if (names.checksMode) validateString(microtaskMode, 'options.microtaskMode');
    validateOneOf(microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  }
  checkLoader(options.importModuleDynamically);
  return microtaskMode !== undefined;
}

function checkCodeGeneration(given, name) {
  validateObject(given, name);
  const { strings, wasm } = given;
  if (strings !== undefined) validateBoolean(strings, `${name}.strings`);
  if (wasm !== undefined) validateBoolean(wasm, `${name}.wasm`);
  if (strings === false || wasm === false) fail('The option codeGeneration of vm');
}

// As createContext() and as runInNewContext() call them.
const CONTEXT_NAMES = {
  name: 'name', origin: 'origin', codeGeneration: 'codeGeneration', checksMode: false,
};
const NEW_CONTEXT_NAMES = {
  name: 'contextName', origin: 'contextOrigin', codeGeneration: 'contextCodeGeneration', checksMode: true,
};

module.exports = { CONTEXT_NAMES, NEW_CONTEXT_NAMES, Origin, constants, optionsOf, ownsMicrotasks, timeoutOf };
