// vm.Module and what is made of it: modules whose imports the program links itself.
'use strict';

const native = binding('esm');
const { getPromiseDetails } = binding('util');
const { codes } = require('internal/errors');
const { customInspectSymbol } = require('internal/util');
const {
  kValidateObjectAllowArray, validateArray, validateFunction, validateObject, validateString,
} = require('internal/validators');
const { contextOf } = require('internal/vm/contexts');
const { limitsOf, loaderOf, placeOf } = require('internal/vm/options');
const { Referrer } = require('internal/vm/referrer');

const { evaluateModule } = binding('vm');

// By the engine's number.
const STATUSES = ['unlinked', 'linked', 'evaluating', 'evaluated', 'errored'];
const kErrored = 4;

const kFulfilled = 1;

// How many modules a context has that were given no name.
const unnamed = new WeakMap();
const PROGRAM = {};

let hasWarned = false;

function warn() {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning('VM Modules is an experimental feature and might change at any time', 'ExperimentalWarning');
}

// What is behind a module of the program's. The engine knows its own module by this.
class Core extends Referrer {
  constructor(owner, loader, sandbox, identifier) {
    super(owner, loader);
    // The engine's questions come by the loader of the program's modules.
    require('internal/modules/esm').start();
    this.sandbox = sandbox;
    this.context = sandbox === undefined ? undefined : contextOf(sandbox);
    this.identifier = identifier ?? nextName(sandbox ?? PROGRAM);
    this.handle = undefined;
    // How far it is as long as the engine has not linked it.
    this.linking = 'unlinked';
    // The error that ended it, if the engine does not know of that.
    this.failure = undefined;
    this.requests = [];
    // The cores that it imports, by what it asks for.
    this.links = undefined;
    this.initializeMeta = undefined;
  }

  get status() {
    if (this.failure !== undefined) return 'errored';
    const status = STATUSES[native.status(this.handle)];
    return status === 'unlinked' ? this.linking : status;
  }

  get error() {
    if (this.failure !== undefined) return this.failure.error;
    return rejectionOf(native.evaluate(this.handle));
  }

  load(specifier, type, isDynamic, request, isSource) {
    if (isDynamic) {
      super.load(specifier, type, isDynamic, request, isSource);
      return;
    }
    const linked = this.links?.get(keyOf(specifier, type));
    if (linked === undefined) {
      native.fail(request, new codes.ERR_VM_MODULE_LINK_FAILURE(`request for '${specifier}' is not yet fulfilled`));
    } else {
      native.fulfil(request, linked.handle);
    }
  }

  fillMeta(meta) {
    if (this.initializeMeta !== undefined) this.initializeMeta(meta);
  }

  // The modules that it has asked for, in the order of its requests.
  setLinks(modules) {
    const links = new Map();
    modules.forEach((module, index) => {
      const core = coreIn(module);
      const { specifier, attributes } = this.requests[index];
      if (core === undefined) throw new codes.ERR_VM_MODULE_NOT_MODULE();
      if (core.sandbox !== this.sandbox) throw new codes.ERR_VM_MODULE_DIFFERENT_CONTEXT();
      if (core.status === 'errored') {
        throw new codes.ERR_VM_MODULE_LINK_FAILURE(
          `request for '${specifier}' resolved to an errored module`, core.error);
      }
      links.set(keyOf(specifier, attributes.type), core);
    });
    this.links = links;
  }

  // There is a source of WebAssembly alone, which modules of vm are not.
  refuseSources() {
    const request = this.requests?.find(({ isSource }) => isSource);
    if (request === undefined) return;
    const { specifier, attributes } = request;
    this.linking = 'unlinked';
    throw new codes.ERR_SOURCE_PHASE_NOT_DEFINED(this.links?.get(keyOf(specifier, attributes.type))?.identifier ?? specifier);
  }

  // Has the engine link it. All that it imports must be known.
  instantiate() {
    this.refuseSources();
    const loading = native.loadImports(this.handle);
    if (getPromiseDetails(loading)[0] !== kFulfilled) {
      this.linking = 'unlinked';
      throw rejectionOf(loading);
    }
    try {
      native.link(this.handle);
    } catch (error) {
      this.linking = 'unlinked';
      throw error;
    }
  }

  evaluate(limits) {
    try {
      return evaluateModule(this.handle, this.context?.ownsMicrotasks === true, limits);
    } catch (error) {
      // It was stopped. The engine has no error for that, but a promise.
      if (native.status(this.handle) === kErrored) rejectionOf(native.evaluate(this.handle));
      this.failure = { error: null };
      throw error;
    }
  }
}

function nextName(context) {
  const count = unnamed.get(context) ?? 0;
  unnamed.set(context, count + 1);
  return `vm:module(${count})`;
}

function keyOf(specifier, type = '') {
  return `${type} ${specifier}`;
}

// Why a promise was rejected. Nobody else has to hear of it.
function rejectionOf(promise) {
  promise.then(undefined, () => {});
  return getPromiseDetails(promise)[1];
}

function checkSandbox(sandbox) {
  if (sandbox === undefined) return;
  validateObject(sandbox, 'options.context', kValidateObjectAllowArray);
  if (contextOf(sandbox) === undefined) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.context', 'vm.Context', sandbox);
  }
}

// The core of a module, or undefined.
let coreIn;

function coreOf(module, name = 'Module') {
  const core = coreIn(module);
  if (core === undefined) throw new codes.ERR_INVALID_THIS(name);
  return core;
}

// Asks for all that a module imports, and for what that imports.
async function linkAll(core, linker) {
  core.linking = 'linking';
  const asked = core.requests.map(({ specifier, attributes }) =>
    linker(specifier, core.owner, { attributes, assert: attributes }));
  try {
    core.setLinks(await Promise.all(asked));
    const next = [];
    core.links.forEach((other) => {
      if (other.status === 'unlinked') next.push(linkAll(other, linker));
    });
    await Promise.all(next);
  } catch (error) {
    core.failure = { error };
    throw error;
  }
}

class Module {
  #core;

  static {
    coreIn = (value) => (typeof value === 'object' && value !== null && #core in value ? value.#core : undefined);
  }

  constructor(core) {
    if (new.target === Module || !(core instanceof Core)) throw new TypeError('Module is not a constructor');
    core.owner = this;
    this.#core = core;
  }

  get identifier() {
    return coreOf(this).identifier;
  }

  get context() {
    return coreOf(this).sandbox;
  }

  get namespace() {
    const core = coreOf(this);
    const { status } = core;
    if (status === 'unlinked' || status === 'linking') {
      throw new codes.ERR_VM_MODULE_STATUS('must not be unlinked or linking');
    }
    return native.namespace(core.handle);
  }

  get status() {
    return coreOf(this).status;
  }

  get error() {
    const core = coreOf(this);
    if (core.status !== 'errored') throw new codes.ERR_VM_MODULE_STATUS('must be errored');
    return core.error;
  }

  async link(linker) {
    const core = coreOf(this);
    validateFunction(linker, 'linker');
    const { status } = core;
    if (status === 'linked') throw new codes.ERR_VM_MODULE_ALREADY_LINKED();
    if (status !== 'unlinked') throw new codes.ERR_VM_MODULE_STATUS('must be unlinked');
    await linkAll(core, linker);
    core.instantiate();
  }

  // The engine's own promise: it is settled at once if the module is through at once.
  evaluate(options = { __proto__: null }) {
    try {
      const core = coreOf(this);
      validateObject(options, 'options');
      const limits = limitsOf(options);
      const { status } = core;
      if (status !== 'linked' && status !== 'evaluated' && status !== 'errored') {
        throw new codes.ERR_VM_MODULE_STATUS('must be one of linked, evaluated, or errored');
      }
      return core.failure === undefined ? core.evaluate(limits) : Promise.reject(core.failure.error);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  [customInspectSymbol](depth, options) {
    const { status, identifier, sandbox } = coreOf(this);
    const { constructor } = this;
    if (typeof depth === 'number' && depth < 0) return `[${constructor.name}]`;
    const shown = Object.create(constructor.prototype);
    const data = { status, identifier, context: sandbox };
    Object.keys(data).forEach((name) => {
      Object.defineProperty(shown, name, { __proto__: null, value: data[name], enumerable: true });
    });
    return require('internal/util/inspect').inspect(shown, { ...options, customInspect: false });
  }
}

class SourceTextModule extends Module {
  #text;
  #place;
  #moduleRequests;
  #dependencySpecifiers;

  constructor(sourceText, options = { __proto__: null }) {
    validateString(sourceText, 'code');
    validateObject(options, 'options');
    const { context, identifier, initializeImportMeta, cachedData } = options;
    if (identifier !== undefined) validateString(identifier, 'options.identifier');
    checkSandbox(context);
    if (initializeImportMeta !== undefined) validateFunction(initializeImportMeta, 'options.initializeImportMeta');
    const loader = loaderOf(options.importModuleDynamically);
    const place = placeOf(options);
    const core = new Core(undefined, typeof loader === 'function' ? loader : undefined, context, identifier);
    super(core);
    warn();
    const { line, column } = place;
    core.handle = native.compileText(
      sourceText, core.identifier, line, column, core.context?.global, core, cachedData);
    if (core.handle === undefined) {
      const error = new Error('cachedData buffer was rejected');
      error.code = 'ERR_VM_MODULE_CACHED_DATA_REJECTED';
      throw error;
    }
    if (initializeImportMeta !== undefined) {
      core.initializeMeta = (meta) => initializeImportMeta(meta, this);
    }
    core.requests = requestsOf(sourceText);
    this.#text = sourceText;
    this.#place = place;
    this.#moduleRequests = undefined;
    this.#dependencySpecifiers = undefined;
  }

  linkRequests(modules) {
    const core = coreOf(this, 'SourceTextModule');
    if (core.status !== 'unlinked') throw new codes.ERR_VM_MODULE_STATUS('must be unlinked');
    validateArray(modules, 'modules');
    if (modules.length !== core.requests.length) {
      throw new codes.ERR_MODULE_LINK_MISMATCH(`Expected ${core.requests.length} modules, got ${modules.length}`);
    }
    core.setLinks(modules);
  }

  instantiate() {
    const core = coreOf(this, 'SourceTextModule');
    if (core.status !== 'unlinked') throw new codes.ERR_VM_MODULE_STATUS('must be unlinked');
    if (core.links === undefined) throw new codes.ERR_VM_MODULE_LINK_FAILURE('module is not linked');
    core.instantiate();
  }

  get dependencySpecifiers() {
    this.#dependencySpecifiers ??= Object.freeze(this.moduleRequests.map(({ specifier }) => specifier));
    return this.#dependencySpecifiers;
  }

  get moduleRequests() {
    this.#moduleRequests ??= Object.freeze(coreOf(this, 'SourceTextModule').requests.map(showRequest));
    return this.#moduleRequests;
  }

  get status() {
    return super.status;
  }

  get error() {
    return super.error;
  }

  // Whether this module, or one that it imports, awaits outside of functions.
  hasAsyncGraph() {
    const core = coreOf(this, 'SourceTextModule');
    const { status } = core;
    if (status === 'unlinked' || status === 'linking') throw new codes.ERR_VM_MODULE_STATUS('must be instantiated');
    return awaits(core, new Set());
  }

  hasTopLevelAwait() {
    return native.hasTopLevelAwait(coreOf(this, 'SourceTextModule').handle);
  }

  createCachedData() {
    const core = coreOf(this, 'SourceTextModule');
    const { status } = core;
    if (status === 'evaluating' || status === 'evaluated' || status === 'errored') {
      throw new codes.ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA();
    }
    const { line, column } = this.#place;
    const bytes = native.cachedData(core.handle, this.#text, core.identifier, line, column);
    return require('internal/vm/options').toBuffer(bytes);
  }
}

function awaits(core, seen) {
  if (seen.has(core)) return false;
  seen.add(core);
  if (native.hasTopLevelAwait(core.handle)) return true;
  return core.links !== undefined && Array.from(core.links.values()).some((other) => awaits(other, seen));
}

function showRequest({ specifier, attributes, isSource }) {
  return Object.freeze({ __proto__: null, specifier, attributes, phase: isSource ? 'source' : 'evaluation' });
}

// What a text imports.
function requestsOf(text) {
  const found = native.requests(text);
  const requests = [];
  for (let i = 0; i < found.length; i += 3) {
    const attributes = { __proto__: null };
    const names = found[i + 1];
    for (let j = 0; j < names.length; j += 2) attributes[names[j]] = names[j + 1];
    requests.push({ specifier: found[i], attributes: Object.freeze(attributes), isSource: found[i + 2] });
  }
  return requests;
}

class SyntheticModule extends Module {
  #setters;

  constructor(exportNames, evaluateCallback, options = { __proto__: null }) {
    checkNames(exportNames);
    validateFunction(evaluateCallback, 'evaluateCallback');
    validateObject(options, 'options');
    const { context, identifier } = options;
    if (identifier !== undefined) validateString(identifier, 'options.identifier');
    checkSandbox(context);
    const core = new Core(undefined, undefined, context, identifier);
    super(core);
    warn();
    this.#setters = makeSynthetic(core, exportNames.slice(), () => {
      Reflect.apply(evaluateCallback, this, []);
    });
  }

  // It imports nothing, and is linked from the start.
  async link() {
    coreOf(this, 'SyntheticModule');
  }

  setExport(name, value) {
    if (coreIn(this) === undefined || !(#setters in this)) throw new codes.ERR_INVALID_THIS('SyntheticModule');
    validateString(name, 'name');
    const set = this.#setters.get(name);
    if (set === undefined) throw new ReferenceError(`Export '${name}' is not defined in module`);
    set(value);
  }
}

function checkNames(names) {
  if (!Array.isArray(names) || names.some((name) => typeof name !== 'string')) {
    throw new codes.ERR_INVALID_ARG_TYPE('exportNames', 'Array of unique strings', names);
  }
  names.forEach((name, index) => {
    if (names.indexOf(name) !== index) {
      throw new codes.ERR_INVALID_ARG_VALUE(`exportNames.${name}`, name, 'is duplicated');
    }
  });
}

// The engine has modules with source only. One holds the values, and has run before anybody asks; the other hands them
// on by their names, and calls the program when it runs. Gives functions that set values, by name.
function makeSynthetic(core, names, run) {
  const places = names.map((name, index) => `v${index}`);
  const declared = places.length === 0 ? '' : `export let ${places.join(', ')};`;
  const setters = places.map((place) => `(value) => { ${place} = value; }`);
  const values = new Core(undefined, undefined, core.sandbox, core.identifier);
  values.handle = compile(values, `${declared} export const setters = [${setters.join(', ')}];`);
  values.instantiate();
  values.evaluate(undefined);
  const handed = names.map((name, index) => `v${index} as ${JSON.stringify(name)}`);
  core.requests = [{ specifier: 'values', attributes: { __proto__: null } }];
  core.links = new Map([[keyOf('values'), values]]);
  core.initializeMeta = (meta) => { meta.run = run; };
  core.handle = compile(core, `export { ${handed.join(', ')} } from 'values'; import.meta.run();`);
  core.instantiate();
  const functions = native.namespace(values.handle).setters;
  return new Map(names.map((name, index) => [name, functions[index]]));
}

function compile(core, text) {
  return native.compileText(text, core.identifier, 0, 0, core.context?.global, core, undefined);
}

// The engine's module for an import(), run before if it was not.
async function runForImport(module) {
  const core = coreIn(module);
  if (core === undefined) throw new codes.ERR_VM_MODULE_NOT_MODULE();
  if (core.status === 'errored') throw core.error;
  if (core.status !== 'evaluated') await module.evaluate();
  return core.handle;
}

module.exports = { Module, SourceTextModule, SyntheticModule, runForImport };
