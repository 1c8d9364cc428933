// `-e`, `-p` and standard input: a script in the global scope that has require and module too, or an ES module.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { loadBuiltin } = require('internal/modules/builtins');
const { Module, makeRequire, workingFolder } = require('internal/modules/cjs');
const { afterImports, fail, preload } = require('internal/modules/main');
const { nodeModulePaths } = require('internal/modules/resolve');
const { getOption } = require('internal/process/options');

const native = binding('modules');
const syntax = binding('syntax');

// What the script is called that is no file: '' if the program runs one.
let calledScript = '';

function scriptName() {
  return calledScript;
}

function runEval(text, name, print) {
  calledScript = name;
  const type = getOption('--input-type');
  preload();
  afterImports(() => {
    if (getOption('--check')) require('internal/modules/check').checkText(text, name, type);
    else if (type === undefined) runAsIs(text, name, print);
    else runAs(type, text, name, print);
  });
}

// The type is not given: a script, unless it can only be something else.
function runAsIs(text, name, print) {
  const kind = kindOf(text, name, print);
  if (kind.isModule) runModule(kind.text, print);
  else runScript(kind.text, name, print);
}

// What a text is: { text, isModule }. One that is no JavaScript may have types.
function kindOf(text, name) {
  const error = syntaxError(text, name);
  if (error === undefined) return { text, isModule: false };
  if (getOption('--experimental-detect-module') !== false && syntax.isModule(text)) return { text, isModule: true };
  if (getOption('--strip-types') === false) return { text, isModule: false };
  try {
    const { stripTypes } = require('internal/modules/typescript');
    const stripped = stripTypes(text, name);
    if (syntax.isModule(stripped)) return { text: stripped, isModule: true };
    if (syntaxError(stripped, name) === undefined) return { text: stripped, isModule: false };
  } catch {
    // What is wrong with it as JavaScript is told.
  }
  return { text, isModule: false };
}

function syntaxError(text, name) {
  if (!syntax.maybeModuleOrTypes(text)) return undefined;
  try {
    native.compileFunction(text, name, []);
    return undefined;
  } catch (error) {
    return error;
  }
}

function runAs(type, text, name, print) {
  switch (type) {
    case 'module': return runModule(text, print);
    case 'commonjs': return runScript(text, name, print);
    case 'module-typescript': return runModule(require('internal/modules/typescript').stripTypes(text, name), print);
    case 'commonjs-typescript':
      return runScript(require('internal/modules/typescript').stripTypes(text, name), name, print);
    default: throw new codes.ERR_INVALID_ARG_VALUE('--input-type', type);
  }
}

function runModule(text, print) {
  if (print) throw new codes.ERR_EVAL_ESM_CANNOT_PRINT();
  const { pathToFileURL } = require('internal/url');
  // Node leaves the brackets as they are.
  const url = `${pathToFileURL(path.join(workingFolder(), '/')).href}[eval1]`;
  require('internal/process/fatal').rememberSource(url, text);
  defineBuiltinGlobals(undefined);
  require('internal/modules/esm').runText(text, url).then(undefined, fail);
}

function runScript(text, name, print) {
  require('internal/process/fatal').rememberSource(name, text);
  const owner = new Module(name);
  owner.filename = path.join(workingFolder(), name);
  owner.paths = nodeModulePaths(workingFolder());
  globalThis.module = owner;
  globalThis.exports = owner.exports;
  globalThis.require = makeRequire(owner);
  globalThis.__filename = name;
  globalThis.__dirname = '.';
  defineBuiltinGlobals('crypto');
  const result = native.runScript(text, name);
  if (print) require('internal/process/lifecycle').printAtExit(result);
}

// In `-e` every module of the library is a global, as in the REPL. `replaced` is one that is another global otherwise.
function defineBuiltinGlobals(replaced) {
  for (const id of native.libraryIds()) {
    // The global of that name is a part of the module.
    if (id.includes('/') || (id in globalThis && id !== replaced)) continue;
    Object.defineProperty(globalThis, id, {
      __proto__: null,
      configurable: true,
      enumerable: false,
      get() { return loadBuiltin(id); },
      set(value) {
        Object.defineProperty(globalThis, id, {
          __proto__: null, value, writable: true, configurable: true, enumerable: true,
        });
      },
    });
  }
}

module.exports = { runEval, scriptName };
