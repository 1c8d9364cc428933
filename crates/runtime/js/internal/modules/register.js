// module.register() and `--loader`: hooks that may wait. In Node they live in a thread of their own; here they are modules
// of the same one, loaded apart from those of the program.
'use strict';

const { codes } = require('internal/errors');
const { kImport } = require('internal/modules/conditions');
const { Loader, kNoAttributes } = require('internal/modules/esm_graph');
const { formatOf, load } = require('internal/modules/esm_load');
const { resolve } = require('internal/modules/esm_resolve');
const { URL, pathToFileURL } = require('internal/url');

const { getPromiseDetails } = binding('util');

const kPending = 0;
const kRejected = 2;

// The outcome of a promise that the program cannot go on without: what is due meanwhile is done.
function waitFor(promise) {
  const { drain } = require('internal/task_queue');
  promise.then(undefined, () => {});
  let state = getPromiseDetails(promise);
  if (state[0] === kPending) {
    drain();
    state = getPromiseDetails(promise);
  }
  if (state[0] === kPending) throw new codes.ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED();
  if (state[0] === kRejected) throw state[1];
  return state[1];
}

class AsyncHooks {
  constructor() {
    this.chains = { resolve: [], load: [] };
    // Hooks see those that were registered before them.
    this.loader = new Loader();
    this.waitFor = waitFor;
  }

  add(namespace, url) {
    for (const kind of ['resolve', 'load']) {
      const hook = namespace[kind];
      if (hook === undefined) continue;
      require('internal/validators').validateFunction(hook, `${url} '${kind}' hook`);
      this.chains[kind].push({ hook, url });
    }
    this.loader.asyncHooks = this;
  }

  async resolve(specifier, parentURL, importAttributes) {
    const context = withAssertions({ conditions: kImport.names, importAttributes: { ...importAttributes }, parentURL });
    const last = (name, { conditions, parentURL: parent }) => {
      const { conditionsOf } = require('internal/modules/conditions');
      const url = resolve(name, parent, conditionsOf(kImport, conditions));
      return { __proto__: null, url, format: url.startsWith('node:') ? 'builtin' : formatOf(url) ?? null };
    };
    const result = await this.run('resolve', specifier, context, last);
    if (typeof result.url !== 'string' || !URL.canParse(result.url)) {
      throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a URL string', this.nameOf('resolve'), 'url', result.url);
    }
    checkFormat(result.format, this.nameOf('resolve'));
    const attributes = result.importAttributes ??
      (Object.hasOwn(result, 'importAssertions') ? readAssertions(result.importAssertions) : importAttributes);
    return { url: result.url, format: result.format ?? undefined, attributes };
  }

  async load(url, format, importAttributes) {
    const context = withAssertions({ format, importAttributes: { ...importAttributes } });
    const last = (address, given) => load(address, given.format ?? undefined, given.importAttributes, false);
    const result = await this.run('load', url, context, last);
    const name = this.nameOf('load');
    if (result.format === null || result.format === undefined) throw new codes.ERR_UNKNOWN_MODULE_FORMAT(result.format, url);
    checkFormat(result.format, name);
    checkSource(result, name);
    return result;
  }

  nameOf(kind) {
    const entry = this.chains[kind].at(-1);
    return entry === undefined ? `default ${kind}` : `${entry.url} '${kind}' hook's nextX()`.replace('nextX', `next${kind[0].toUpperCase()}${kind.slice(1)}`);
  }

  async run(kind, subject, context, last) {
    const chain = this.chains[kind];
    const callAt = async (index, name, given) => {
      if (index < 0) return last(name, given);
      const { hook, url } = chain[index];
      let isLeftTo = false;
      const next = async (nextName = name, nextContext = undefined) => {
        isLeftTo = true;
        checkNextArguments(kind, url, nextName, nextContext);
        return callAt(index - 1, nextName, handedOn(given, nextContext));
      };
      Object.defineProperty(next, 'name', { __proto__: null, value: `next${kind[0].toUpperCase()}${kind.slice(1)}` });
      const result = await hook(name, given, next);
      if (result === null || typeof result !== 'object') {
        throw new codes.ERR_INVALID_RETURN_VALUE('an object', `${url} '${kind}' hook's ${next.name}()`, result);
      }
      if (!isLeftTo && result.shortCircuit !== true) {
        throw new codes.ERR_LOADER_CHAIN_INCOMPLETE(`${url} '${kind}'`);
      }
      return result;
    };
    return callAt(chain.length - 1, subject, context);
  }
}

// What attributes were called once; whoever still asks for it is told.
function withAssertions(context) {
  Object.defineProperty(context, 'importAssertions', {
    __proto__: null,
    get() {
      warnOfAssertions();
      return this.importAttributes;
    },
    set(value) {
      warnOfAssertions();
      this.importAttributes = value;
    },
    configurable: true,
    enumerable: false,
  });
  return context;
}

function handedOn(given, changes) {
  const merged = { ...given, ...changes };
  if (Object.hasOwn(merged, 'importAssertions')) {
    merged.importAttributes = readAssertions(merged.importAssertions);
    delete merged.importAssertions;
  }
  return withAssertions(merged);
}

function readAssertions(assertions) {
  warnOfAssertions();
  return assertions;
}

let isTold = false;

function warnOfAssertions() {
  if (isTold) return;
  isTold = true;
  process.emitWarning('Use `importAttributes` instead of `importAssertions`', 'ExperimentalWarning');
}

function checkNextArguments(kind, url, name, context) {
  const hook = `${url} '${kind}' hook's next${kind[0].toUpperCase()}${kind.slice(1)}()`;
  if (typeof name !== 'string') {
    const { ERR_INVALID_ARG_TYPE } = codes;
    throw new ERR_INVALID_ARG_TYPE(`${hook} ${kind === 'resolve' ? 'specifier' : 'url'}`, 'string', name);
  }
  if (kind === 'load' && !URL.canParse(name)) {
    throw new codes.ERR_INVALID_ARG_VALUE(`${hook} url`, name, 'should be a URL string');
  }
  if (context !== undefined && (context === null || typeof context !== 'object' || Array.isArray(context))) {
    throw new codes.ERR_INVALID_ARG_TYPE(`${hook} context`, 'object', context);
  }
}

function checkFormat(format, name) {
  if (format === null || format === undefined || typeof format === 'string') return;
  throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a string', name, 'format', format);
}

function checkSource({ format, source }, name) {
  if (source === null || source === undefined) {
    if (format === 'builtin' || format === 'commonjs' || format === 'addon') return;
  } else if (typeof source === 'string' || ArrayBuffer.isView(source) || require('internal/util/types').isAnyArrayBuffer(source)) {
    return;
  }
  throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE(
    'a string, an ArrayBuffer, or a TypedArray', name, 'source', source);
}

let hooks;

// Loads a module of hooks and makes it ready.
function addHooks(specifier, parentUrl, data) {
  // In Node they have a thread of their own.
  binding('permission').check('worker', '');
  const { importAsPromise, loader } = require('internal/modules/esm');
  hooks ??= new AsyncHooks();
  const cjs = require('internal/modules/cjs');
  cjs.useHooks(require('internal/modules/cjs_hooked'));
  const namespace = waitFor(importAsPromise(specifier, parentUrl, kNoAttributes, hooks.loader));
  const { globalPreload, initialize } = namespace;
  if (globalPreload !== undefined && initialize === undefined) warnOfPreload();
  if (initialize !== undefined) waitFor(Promise.resolve(initialize(data)));
  hooks.add(namespace, urlOf(specifier, parentUrl));
  loader.asyncHooks = hooks;
}

// What hooks are called in messages. Other hooks may have found them, where nobody else would.
function urlOf(specifier, parentUrl) {
  try {
    return resolve(specifier, parentUrl, kImport);
  } catch {
    return specifier;
  }
}

let isPreloadTold = false;

function warnOfPreload() {
  if (isPreloadTold) return;
  isPreloadTold = true;
  process.emitWarning('`globalPreload` has been removed; use `initialize` instead.', 'UnsupportedWarning');
}

let isWarned = false;

function register(specifier, parentURL = undefined, options = undefined) {
  if (!isWarned) {
    isWarned = true;
    process.emitWarning('`module.register()` is deprecated. Use `module.registerHooks()` instead.',
                        'DeprecationWarning', 'DEP0205');
  }
  let parent = parentURL;
  let given = options;
  if (parent !== null && typeof parent === 'object' && !(parent instanceof URL)) {
    given = parent;
    parent = given.parentURL;
  }
  addHooks(`${specifier}`, `${parent ?? 'data:'}`, handOver(given?.data, given?.transferList));
}

// Hooks get data as another thread would: cloned, or given away. What ports they are given do not keep the program going.
function handOver(data, transferList) {
  if (data === undefined && transferList === undefined) return undefined;
  const { endOf, letGo } = require('internal/messaging/ends');
  const { pack, unpack } = require('internal/messaging/message');
  const { readTransfer } = require('internal/messaging/port');
  const list = readTransfer(transferList);
  const ports = list?.filter((one) => endOf(one) !== undefined);
  const { value } = unpack(pack({ data, ports }, list, undefined));
  value.ports?.forEach((port) => letGo(endOf(port)));
  return value.data;
}

// `--loader`
function registerFromLine(specifiers) {
  const parent = pathToFileURL(`${process.cwd()}/`).href;
  require('internal/modules/esm').start();
  process.emitWarning(
    '`--experimental-loader` may be removed in the future; instead use `register()`:\n' +
    `--import 'data:text/javascript,import { register } from "node:module"; import { pathToFileURL } from "node:url"; ` +
    `${specifiers.map((one) => `register(${JSON.stringify(one).replaceAll('"', '%22')}, pathToFileURL("./"))`).join('; ')};'`,
    'ExperimentalWarning');
  specifiers.forEach((specifier) => addHooks(specifier, parent, undefined));
}

module.exports = { register, registerFromLine };
