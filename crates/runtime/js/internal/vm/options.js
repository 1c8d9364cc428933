// What the functions of vm may be told, checked.
'use strict';

const { isNativeError: isError } = binding('types');
const { codes } = require('internal/errors');
const { getOption } = require('internal/process/options');
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

// What the option importModuleDynamically is, checked.
function loaderOf(loader) {
  if (loader !== undefined && loader !== constants.USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    validateFunction(loader, 'options.importModuleDynamically');
  }
  return loader;
}

// Who asks when code of that name asks for modules: a name stands for the program's own loader, null for none. A function
// is refused, as the option is missing by which it would be called.
function referrerOf(loader, filename) {
  if (loader === constants.USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    require('internal/util/experimental').warnExperimental('vm.USE_MAIN_CONTEXT_DEFAULT_LOADER');
    return filename;
  }
  if (loader === undefined) return null;
  if (!getOption('--experimental-vm-modules')) return loader;
  const { Referrer } = require('internal/vm/referrer');
  return new Referrer(undefined, loader);
}

// The engine knows no columns beyond it.
const kLastColumn = 2 ** 30 - 2;

// Where a text begins; checks what code of it may be given or asked for.
function placeOf(options) {
  const { lineOffset, columnOffset, cachedData, produceCachedData } = options;
  if (lineOffset !== undefined) validateInt32(lineOffset, 'options.lineOffset');
  if (columnOffset !== undefined) validateInt32(columnOffset, 'options.columnOffset');
  checkCached(cachedData, produceCachedData);
  return { line: lineOffset ?? 0, column: Math.min(columnOffset ?? 0, kLastColumn) };
}

// Bytes of code as a Buffer. What the engine has no bytes of has an empty one, which it refuses later.
function toBuffer(bytes = new Uint8Array(0)) {
  const { Buffer } = require('buffer');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
    if (options.filename !== undefined) validateString(options.filename, 'options.filename');
    const { line, column } = placeOf(options);
    this.line = line;
    this.column = column;
    this.referrer = referrerOf(loaderOf(options.importModuleDynamically), this.filename);
    this.decorate = (error, text, line, column) => this.#show(error, text, line, column);
    this.keep = (error, text, line, column) => this.#remember(error, text, line, column);
  }

  // Puts the line at which an error was thrown, or at which the syntax is wrong, before its stack.
  #show(error, text, line, column) {
    if (!isError(error) || shown.has(error)) return;
    const { stack } = error;
    const source = typeof stack === 'string' ? this.#lineOf(error, text, line, column) : undefined;
    if (source === undefined) return;
    shown.add(error);
    defineProperty(error, 'stack', {
      __proto__: null, value: `${source}\n${stack}`, writable: true, enumerable: false, configurable: true,
    });
  }

  // The line is not to be shown, unless nobody catches the error.
  #remember(error, text, line, column) {
    const source = isError(error) ? this.#lineOf(error, text, line, column) : undefined;
    if (source !== undefined) require('internal/process/fatal').rememberLine(error, this.filename, source);
  }

  // The place, its line, and a mark below it.
  #lineOf(error, text, line, column) {
    let width = 1;
    if (line === undefined) {
      if (error.name !== 'SyntaxError' || error.fileName !== this.filename) return undefined;
      line = error.lineNumber;
      column = error.columnNumber;
      width = 0;
    }
    const source = text.split(/\r?\n/)[line - this.line - 1];
    if (source === undefined) return undefined;
    let at = column - 1 - (line === this.line + 1 ? this.column : 0);
    // The engine tells where the error was made; where it was thrown is before that.
    const statement = /throw\s+$/.exec(source.slice(0, at));
    if (statement !== null) at = statement.index;
    if (width === 0) width = /^[\w$]*/.exec(source.slice(at))[0].length || 1;
    return `${this.filename}:${line}\n${source}\n${' '.repeat(at)}${'^'.repeat(width)}\n`;
  }
}

// What limits a run: undefined, or what the binding wants to know of it.
function limitsOf(options) {
  const { timeout, displayErrors, breakOnSigint } = options;
  if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
  if (displayErrors !== undefined) validateBoolean(displayErrors, 'options.displayErrors');
  if (breakOnSigint !== undefined) validateBoolean(breakOnSigint, 'options.breakOnSigint');
  if (timeout === undefined && breakOnSigint !== true) return undefined;
  const makeError = (isSignal) => (isSignal ?
    new codes.ERR_SCRIPT_EXECUTION_INTERRUPTED() : new codes.ERR_SCRIPT_EXECUTION_TIMEOUT(timeout));
  return [timeout, breakOnSigint === true, makeError];
}

// What a context is made with, checked; `names` are the names that the options have there.
class ContextTraits {
  constructor(options, names) {
    const name = options[names.name];
    const origin = options[names.origin];
    if (name !== undefined) validateString(name, `options.${names.name}`);
    if (origin !== undefined) validateString(origin, `options.${names.origin}`);
    const { strings, wasm } = codeGenerationOf(options[names.codeGeneration], `options.${names.codeGeneration}`);
    // Whether code may be made at run time.
    this.allowsStrings = strings;
    this.allowsWasm = wasm;
    const { microtaskMode } = options;
    if (microtaskMode !== undefined) {
      if (names.checksMode) validateString(microtaskMode, 'options.microtaskMode');
      validateOneOf(microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
    }
    // Who asks when code of which nothing else is known asks for modules.
    this.referrer = referrerOf(loaderOf(options.importModuleDynamically), undefined);
    // Whether it has a queue of microtasks of its own.
    this.ownsMicrotasks = microtaskMode !== undefined;
  }
}

function codeGenerationOf(given, name) {
  if (given === undefined) return { strings: true, wasm: true };
  validateObject(given, name);
  const { strings = true, wasm = true } = given;
  validateBoolean(strings, `${name}.strings`);
  validateBoolean(wasm, `${name}.wasm`);
  return { strings, wasm };
}

// As createContext() and as runInNewContext() call them.
const CONTEXT_NAMES = {
  name: 'name', origin: 'origin', codeGeneration: 'codeGeneration', checksMode: false,
};
const NEW_CONTEXT_NAMES = {
  name: 'contextName', origin: 'contextOrigin', codeGeneration: 'contextCodeGeneration', checksMode: true,
};

module.exports = {
  CONTEXT_NAMES, ContextTraits, NEW_CONTEXT_NAMES, Origin, constants, limitsOf, loaderOf, optionsOf, placeOf, toBuffer,
};
