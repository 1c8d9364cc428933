// mock.module(): values that stand for a module, whoever imports or requires it. A hook of imports sends those who ask for it
// to an address that only this file knows, a new one each time unless the mock is cached; require() asks here by itself.
'use strict';

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE },
} = require('internal/errors');
const { validateBoolean, validateObject } = require('internal/validators');
const { isURL, pathToFileURL } = require('internal/url');

const kScheme = 'rondo-mock:';
const kFormat = 'mock';

// Mocks by the URLs of what they stand for, and by the addresses that imports were sent to.
const mocks = new Map();
const addresses = new Map();
let hooks;
let count = 0;

class MockModuleContext {
  #urls;

  constructor(urls) {
    this.#urls = urls;
  }

  restore() {
    for (const url of this.#urls) mocks.delete(url);
    this.#urls = [];
    if (mocks.size > 0 || hooks === undefined) return;
    hooks.deregister();
    hooks = undefined;
  }
}

class ModuleMock {
  #options;
  #isCached;
  #address;
  #commonJs;

  constructor(url, format, options, isCached) {
    this.url = url;
    this.format = format;
    this.#options = options;
    this.#isCached = isCached;
  }

  // Where the next import finds it.
  address() {
    if (this.#isCached && this.#address !== undefined) return this.#address;
    this.#address = `${kScheme}${count++}`;
    addresses.set(this.#address, this);
    return this.#address;
  }

  // What require() gives.
  commonJs() {
    if (!this.#isCached) return this.#make();
    this.#commonJs ??= { value: this.#make() };
    return this.#commonJs.value;
  }

  #make() {
    const { named, readDefault } = this.#options;
    const exports = readDefault === undefined ? {} : readDefault();
    const names = Object.keys(named);
    if (names.length > 0 && (exports === null || (typeof exports !== 'object' && typeof exports !== 'function'))) {
      throw new Error('Cannot create mock because named exports cannot be applied to the provided default export.');
    }
    for (const name of names) Object.defineProperty(exports, name, Object.getOwnPropertyDescriptor(named, name));
    return exports;
  }

  // [names, function of the values], for an import.
  exports() {
    const { named, readDefault } = this.#options;
    const names = Object.keys(named);
    if (this.format === 'builtin' || this.format.startsWith('commonjs')) {
      const read = () => {
        const exports = this.commonJs();
        return [exports, exports, ...names.map((name) => exports[name])];
      };
      return [['default', 'module.exports', ...names], read];
    }
    if (readDefault === undefined) return [names, () => names.map((name) => named[name])];
    return [['default', ...names], () => [readDefault(), ...names.map((name) => named[name])]];
  }
}

function mockModule(specifier, options, callerUrl) {
  const { emitExperimentalWarning } = require('internal/process/warnings');
  emitExperimentalWarning('Module mocking');
  const name = isURL(specifier) ? specifier.href : specifier;
  if (typeof name !== 'string') throw new ERR_INVALID_ARG_TYPE('specifier', ['string', 'URL'], specifier);
  validateObject(options, 'options');
  const { cache = false } = options;
  validateBoolean(cache, 'options.cache');
  const exports = readExports(options);
  const urls = urlsOf(name, callerUrl);
  if (urls.some((url) => mocks.has(url))) {
    throw new ERR_INVALID_STATE(`Cannot mock '${name}'. The module is already mocked.`);
  }
  const mock = new ModuleMock(urls[0], formatFor(urls[0]), exports, cache);
  for (const url of urls) mocks.set(url, mock);
  hooks ??= takePart();
  return new MockModuleContext(urls);
}

// { named, readDefault }: getters among them are read whenever the module is made.
function readExports(options) {
  const { exports, namedExports } = options;
  const hasDefault = 'defaultExport' in options;
  if (namedExports !== undefined) validateObject(namedExports, 'options.namedExports');
  if (exports !== undefined) {
    validateObject(exports, 'options.exports');
    const clash = namedExports !== undefined ? 'namedExports' : hasDefault ? 'defaultExport' : undefined;
    if (clash !== undefined) {
      throw new ERR_INVALID_ARG_VALUE('options.exports', exports, `cannot be used with 'options.${clash}'`);
    }
    return { named: named(exports), readDefault: 'default' in exports ? () => exports.default : undefined };
  }
  if (namedExports !== undefined) warnOf('namedExports', 'exports');
  if (hasDefault) warnOf('defaultExport', 'exports.default');
  return { named: named(namedExports ?? {}), readDefault: hasDefault ? () => options.defaultExport : undefined };
}

function named(exports) {
  const { default: ignored, ...descriptors } = Object.getOwnPropertyDescriptors(exports);
  return Object.defineProperties({ __proto__: null }, { __proto__: null, ...descriptors });
}

const warned = new Set();

function warnOf(option, instead) {
  if (warned.has(option)) return;
  warned.add(option);
  process.emitWarning(`mock.module(): options.${option} is deprecated. Use options.${instead} instead.`, 'DeprecationWarning');
}

// Where imports and where require() find it: a package can have another file for each.
function urlsOf(name, callerUrl) {
  const { resolve } = require('internal/modules/esm_resolve');
  const { kImport } = require('internal/modules/conditions');
  const url = resolve(name, callerUrl, kImport);
  const required = requiredUrl(name, callerUrl);
  return required === undefined || required === url ? [url] : [url, required];
}

function requiredUrl(name, callerUrl) {
  if (!callerUrl.startsWith('file:')) return undefined;
  const { resolveWithoutHooks } = require('internal/modules/cjs');
  try {
    const file = resolveWithoutHooks(name, require('internal/url').fileURLToPath(callerUrl));
    return file.startsWith('/') ? pathToFileURL(file).href : undefined;
  } catch {
    return undefined;
  }
}

function formatFor(url) {
  if (url.startsWith('node:')) return 'builtin';
  const { formatOf, load } = require('internal/modules/esm_load');
  return formatOf(url) ?? load(url, undefined, undefined, true).format;
}

// Hooks of imports, while there are mocks.
function takePart() {
  require('internal/modules/cjs_hooked').useStandIns(standIn);
  return require('internal/modules/hooks').registerHooks({
    __proto__: null,
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const mock = context.conditions.includes('import') ? mocks.get(found.url) : undefined;
      return mock === undefined ? found : { url: mock.address(), format: kFormat, shortCircuit: true };
    },
    load(url, context, next) {
      const mock = addresses.get(url);
      if (mock === undefined) return next(url, context);
      const { checkAttributes } = require('internal/modules/esm_load');
      checkAttributes(mock.url, mock.format, context.importAttributes);
      return { format: kFormat, source: '', shortCircuit: true };
    },
  });
}

// What require() of a URL gives in place of the module, in a function; undefined if nothing does.
function standIn(url) {
  const mock = mocks.get(url);
  return mock === undefined ? undefined : () => mock.commonJs();
}

// The names that the module at an address exports, and a function that gives their values.
function exportsAt(address) {
  return addresses.get(address).exports();
}

module.exports = { exportsAt, mockModule };
