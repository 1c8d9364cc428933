// vm: scripts in the context of the program, or in contexts of their own.
'use strict';

const native = binding('vm');
const { codes } = require('internal/errors');
const { functions } = require('internal/unimplemented');
const {
  kValidateObjectAllowArray, kValidateObjectAllowObjects, validateArray, validateObject,
  validateString,
} = require('internal/validators');
const { contextOf, contextify, makePlainContext } = require('internal/vm/contexts');
const {
  CONTEXT_NAMES, NEW_CONTEXT_NAMES, Origin, constants, optionsOf, ownsMicrotasks, timeoutOf,
} = require('internal/vm/options');

const UNNAMED = 'evalmachine.<anonymous>';

// Runs a script: in a context, or in the program's if that is undefined.
function run(text, origin, context, options) {
  const timeout = timeoutOf(options);
  const { filename, line, column } = origin;
  const makeError = timeout === undefined ? undefined : () => new codes.ERR_SCRIPT_EXECUTION_TIMEOUT(timeout);
  const decorate = options.displayErrors === false ? undefined : origin.decorate;
  return native.run(
    text, filename, line, column, context?.global, context?.environment, timeout, makeError,
    context?.ownsMicrotasks === true, decorate);
}

function givenContext(object) {
  validateObject(object, 'object', kValidateObjectAllowArray);
  const context = contextOf(object);
  if (context === undefined) throw new codes.ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', object);
  return context;
}

// What a comment of that name at the end of a script says.
function saidInComment(text, name) {
  const at = text.lastIndexOf(`${name}=`);
  if (at < 4 || !/^\/\/[#@][ \t]$/.test(text.slice(at - 4, at))) return undefined;
  const rest = text.slice(at + name.length + 1);
  const end = rest.search(/\s/);
  if (end >= 0 && rest.slice(end).trim() !== '') return undefined;
  return end < 0 ? rest : rest.slice(0, end);
}

class Script {
  #text;
  #origin;

  constructor(code, options = undefined) {
    const text = `${code}`;
    const checked = optionsOf(options);
    this.#text = text;
    this.#origin = new Origin(checked, UNNAMED);
    const { filename, line, column } = this.#origin;
    // Only to find syntax errors now: the script is compiled when it runs.
    native.check(text, filename, line, column, this.#origin.decorate);
    // Compiled code is neither given nor taken.
    if (checked.cachedData !== undefined) this.cachedDataRejected = true;
    if (checked.produceCachedData) this.cachedDataProduced = false;
    this.sourceURL = saidInComment(text, 'sourceURL');
    this.sourceMapURL = saidInComment(text, 'sourceMappingURL');
  }

  runInThisContext(options) {
    return run(this.#text, this.#origin, undefined, checkedObject(options));
  }

  runInContext(contextifiedObject, options) {
    const context = givenContext(contextifiedObject);
    return run(this.#text, this.#origin, context, checkedObject(options));
  }

  runInNewContext(contextObject, options) {
    const context = newContext(contextObject, checkedObject(options));
    return this.runInContext(context, options);
  }
}
Object.assign(Script.prototype, functions('vm.Script.prototype', ['createCachedData']));

function checkedObject(options) {
  if (options === undefined) return optionsOf();
  validateObject(options, 'options');
  return options;
}

function newContext(object, options) {
  return contextFor(object, ownsMicrotasks(options, NEW_CONTEXT_NAMES));
}

function contextFor(object = {}, owns) {
  if (object === constants.DONT_CONTEXTIFY) return makePlainContext(owns);
  validateObject(object, 'object', kValidateObjectAllowArray);
  if (contextOf(object) === undefined) contextify(object, owns);
  return object;
}

function createContext(...args) {
  const { 0: object = {}, 1: options } = args;
  if (object !== constants.DONT_CONTEXTIFY) {
    validateObject(object, 'object', kValidateObjectAllowArray);
    if (contextOf(object) !== undefined) return object;
  }
  return contextFor(object, ownsMicrotasks(checkedObject(options), CONTEXT_NAMES));
}

function createScript(code, options) {
  return new Script(code, options);
}

function runInContext(code, contextifiedObject, options) {
  const context = givenContext(contextifiedObject);
  // What is neither a name nor options says nothing, as in Node.
  const isKnown = typeof options === 'string' || (typeof options === 'object' && options !== null);
  const checked = optionsOf(isKnown ? options : undefined);
  const origin = new Origin(checked, UNNAMED);
  return run(`${code}`, origin, context, checked);
}

function runInNewContext(code, contextObject, options) {
  const checked = optionsOf(options);
  return runInContext(code, newContext(contextObject, checked), options);
}

function runInThisContext(code, options) {
  const text = `${code}`;
  const checked = optionsOf(options);
  const origin = new Origin(checked, UNNAMED);
  return run(text, origin, undefined, checked);
}

function compileFunction(code, params, options = { __proto__: null }) {
  validateString(code, 'code');
  if (params !== undefined) {
    validateArray(params, 'params');
    params.forEach((name, index) => validateString(name, `params[${index}]`));
  }
  validateObject(options, 'options', kValidateObjectAllowObjects);
  const { filename, line, column, decorate, referrer } = new Origin(options, '');
  const { parsingContext, contextExtensions = [] } = options;
  let context;
  if (parsingContext !== undefined) {
    context = typeof parsingContext === 'object' && parsingContext !== null ? contextOf(parsingContext) : undefined;
    if (context === undefined) {
      throw new codes.ERR_INVALID_ARG_TYPE('options.parsingContext', 'Context', parsingContext);
    }
  }
  validateArray(contextExtensions, 'options.contextExtensions');
  contextExtensions.forEach((object, index) => {
    validateObject(object, `options.contextExtensions[${index}]`, kValidateObjectAllowObjects);
  });
  // The last one is the innermost.
  const environments = contextExtensions.toReversed();
  if (context?.environment !== undefined) environments.push(context.environment);
  return native.compileFunction(
    code, filename, line, column, params ?? [], context?.global, environments, decorate, referrer);
}

function isContext(object) {
  validateObject(object, 'object', kValidateObjectAllowArray);
  return contextOf(object) !== undefined;
}

module.exports = {
  Script,
  createContext,
  createScript,
  runInContext,
  runInNewContext,
  runInThisContext,
  isContext,
  compileFunction,
  ...functions('vm', ['measureMemory']),
  constants,
};
