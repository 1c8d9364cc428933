// vm: scripts in the context of the program, or in contexts of their own.
'use strict';

const native = binding('vm');
const { codes } = require('internal/errors');
const { getOption } = require('internal/process/options');
const {
  kValidateObjectAllowArray, kValidateObjectAllowObjects, validateArray, validateObject, validateOneOf,
  validateString,
} = require('internal/validators');
const { contextOf, contextify, countContexts, makePlainContext } = require('internal/vm/contexts');
const {
  CONTEXT_NAMES, ContextTraits, NEW_CONTEXT_NAMES, Origin, constants, limitsOf, optionsOf, toBuffer,
} = require('internal/vm/options');

const UNNAMED = 'evalmachine.<anonymous>';

// Compiles a script for a context, or for the program's if that is undefined.
function compile(text, origin, context, decorate) {
  const { filename, line, column } = origin;
  return native.compile(
    text, filename, line, column, context?.global, context?.environment !== undefined, decorate);
}

// Runs a script: in a context, or in the program's if that is undefined.
function run(script, origin, context, options) {
  const limits = limitsOf(options);
  return native.run(
    script, context?.global, context?.environment, origin.referrer, context?.ownsMicrotasks === true, limits,
    decoratorOf(origin, options));
}

function decoratorOf(origin, options) {
  return options.displayErrors === false ? origin.keep : origin.decorate;
}

// Compiles a text that is run at once.
function prepare(text, origin, context, options) {
  limitsOf(options);
  return compile(text, origin, context, decoratorOf(origin, options));
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
  #script;
  #origin;

  constructor(code, options = undefined) {
    const text = `${code}`;
    const checked = optionsOf(options);
    const origin = new Origin(checked, UNNAMED);
    const { cachedData, produceCachedData } = checked;
    let script;
    if (cachedData !== undefined) {
      script = native.fromCachedData(text, origin.filename, origin.line, origin.column, cachedData);
      this.cachedDataRejected = script === undefined;
    }
    script ??= compile(text, origin, undefined, origin.decorate);
    this.#script = script;
    this.#origin = origin;
    if (typeof origin.referrer === 'object' && origin.referrer !== null) origin.referrer.owner = this;
    if (produceCachedData) {
      this.cachedData = this.createCachedData();
      this.cachedDataProduced = this.cachedData.length > 0;
    }
    this.sourceURL = saidInComment(text, 'sourceURL');
    this.sourceMapURL = saidInComment(text, 'sourceMappingURL');
  }

  runInThisContext(options) {
    return run(this.#script, this.#origin, undefined, checkedObject(options));
  }

  runInContext(contextifiedObject, options) {
    const context = givenContext(contextifiedObject);
    return run(this.#script, this.#origin, context, checkedObject(options));
  }

  runInNewContext(contextObject, options) {
    const context = newContext(contextObject, checkedObject(options));
    return this.runInContext(context, options);
  }

  createCachedData() {
    return toBuffer(native.cachedData(this.#script));
  }
}

function checkedObject(options) {
  if (options === undefined) return optionsOf();
  validateObject(options, 'options');
  return options;
}

function newContext(object, options) {
  return contextFor(object, new ContextTraits(options, NEW_CONTEXT_NAMES));
}

function contextFor(object = {}, traits) {
  if (object === constants.DONT_CONTEXTIFY) return makePlainContext(traits);
  validateObject(object, 'object', kValidateObjectAllowArray);
  if (contextOf(object) === undefined) contextify(object, traits);
  return object;
}

function createContext(...args) {
  const { 0: object = {}, 1: options } = args;
  if (object !== constants.DONT_CONTEXTIFY) {
    validateObject(object, 'object', kValidateObjectAllowArray);
    if (contextOf(object) !== undefined) return object;
  }
  return contextFor(object, new ContextTraits(checkedObject(options), CONTEXT_NAMES));
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
  const script = prepare(`${code}`, origin, context, checked);
  return run(script, origin, context, checked);
}

function runInNewContext(code, contextObject, options) {
  const checked = optionsOf(options);
  return runInContext(code, newContext(contextObject, checked), options);
}

function runInThisContext(code, options) {
  const text = `${code}`;
  const checked = optionsOf(options);
  const origin = new Origin(checked, UNNAMED);
  const script = prepare(text, origin, undefined, checked);
  return run(script, origin, undefined, checked);
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
  const compiled = native.compileFunction(
    code, filename, line, column, params ?? [], context?.global, environments, decorate, referrer);
  if (typeof referrer === 'object' && referrer !== null) referrer.owner = compiled;
  return compiled;
}

// How much memory the program takes. The engine does not count by context, so what is told of one is a share, and the range
// that it lies in is wide.
async function measureMemoryNow(isDetailed) {
  const { heapUsed, heapTotal } = process.memoryUsage();
  const result = { total: { jsMemoryEstimate: heapUsed, jsMemoryRange: [heapUsed, heapTotal] } };
  if (isDetailed) {
    const count = countContexts();
    const share = () => ({ jsMemoryEstimate: Math.floor(heapUsed / (count + 1)), jsMemoryRange: [0, heapTotal] });
    result.current = share();
    result.other = Array.from({ length: count }, share);
  }
  return result;
}

let hasWarned = false;

function measureMemory(options = { __proto__: null }) {
  if (!hasWarned) {
    hasWarned = true;
    process.emitWarning(
      'vm.measureMemory is an experimental feature and might change at any time', 'ExperimentalWarning');
  }
  validateObject(options, 'options');
  const { mode = 'summary', execution = 'default' } = options;
  validateOneOf(mode, 'options.mode', ['summary', 'detailed']);
  validateOneOf(execution, 'options.execution', ['default', 'eager']);
  return measureMemoryNow(mode === 'detailed');
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
  measureMemory,
  constants,
};

if (getOption('--experimental-vm-modules')) {
  const { Module, SourceTextModule, SyntheticModule } = require('internal/vm/module');
  Object.assign(module.exports, { Module, SourceTextModule, SyntheticModule });
}
