// ES modules and what they import: loaded as a whole, before any of it runs.
//
// A walk goes through a graph depth first, in the order of the imports, and needs no stack of its own however deep it is.
// Without hooks that wait it goes through at once.
'use strict';

const { codes } = require('internal/errors');
const { compileCacheInUse } = require('internal/modules/cjs');
const { kImport } = require('internal/modules/conditions');
const { load, formatOf } = require('internal/modules/esm_load');
const { resolve } = require('internal/modules/esm_resolve');
const { translate } = require('internal/modules/esm_translate');
const hooks = require('internal/modules/hooks');

const native = binding('esm');

const kNoAttributes = Object.freeze({ __proto__: null });

// What is known of a module. `data` of the engine's module is this.
class ModuleEntry {
  // Declared, so that what a script does to Object.prototype does not matter.
  loader;
  url;
  format;
  source;
  values;
  // What it exports, if it was made of values.
  names;
  isCommonJs;
  wasm;
  imports;
  specifiers;
  isComplete;
  depth;
  linkError;
  evaluation;
  isLinked;
  wasRequired;
  isSync;
  waiting;
  handle;

  constructor(loader, url, format, parts) {
    this.loader = loader;
    this.url = url;
    this.format = format;
    this.source = parts.values === undefined ? parts.source : undefined;
    this.values = parts.values;
    this.names = parts.names;
    this.isCommonJs = parts.isCommonJs === true;
    this.wasm = parts.module;
    // The modules that it imports, in their order; undefined until the graph is walked.
    this.imports = undefined;
    this.specifiers = undefined;
    // Whether all of its graph is there.
    this.isComplete = false;
    // How many modules lie one below the other that were loaded along with it.
    this.depth = 0;
    this.linkError = undefined;
    // What evaluation gave: a promise.
    this.evaluation = undefined;
    this.isLinked = false;
    this.wasRequired = false;
    // Whether it is known that nothing in its graph waits.
    this.isSync = false;
    // Those who wait for it to run.
    this.waiting = undefined;
    const cache = parts.values === undefined ? compileCacheInUse() : undefined;
    this.handle = cache === undefined ? native.compile(parts.source, url, this) :
      cache.compileModule(parts.source, url, this);
  }

  get namespace() {
    return native.namespace(this.handle);
  }
}

function isPromise(value) {
  return binding('types').isPromise(value);
}

class Loader {
  known;
  resolved;
  asyncHooks;

  constructor() {
    // By URL, and by what they were asked for as.
    this.known = new Map();
    // The URLs of specifiers, by the modules that they are in.
    this.resolved = new Map();
    // Hooks that wait, if there are any: those of module.register().
    this.asyncHooks = undefined;
  }

  // { url, format, attributes } of a specifier; a promise of it if hooks wait.
  resolve(specifier, parentUrl, attributes) {
    const last = (name, context) => ({
      __proto__: null, ...this.resolveByDefault(name, context, attributes), importAttributes: undefined,
    });
    if (hooks.hasResolveHooks()) {
      const result = hooks.resolveWithHooks(specifier, parentUrl, attributes, kImport.names, last);
      return { url: result.url, format: result.format, attributes: result.importAttributes ?? attributes };
    }
    if (this.asyncHooks !== undefined) return this.asyncHooks.resolve(specifier, parentUrl, attributes);
    return { url: this.resolveOnce(specifier, parentUrl), format: undefined, attributes };
  }

  // What was found stays found, whatever becomes of the file.
  resolveOnce(specifier, parentUrl) {
    let urls = this.resolved.get(parentUrl);
    if (urls === undefined) {
      urls = new Map();
      this.resolved.set(parentUrl, urls);
    }
    let url = urls.get(specifier);
    if (url === undefined) {
      url = resolve(specifier, parentUrl, kImport);
      urls.set(specifier, url);
    }
    return url;
  }

  resolveByDefault(specifier, context, attributes) {
    if (this.asyncHooks !== undefined) {
      const found = this.asyncHooks.resolve(specifier, context.parentURL, context.importAttributes ?? attributes);
      return this.asyncHooks.waitFor(found);
    }
    const { conditionsOf } = require('internal/modules/conditions');
    const url = resolve(specifier, context.parentURL, conditionsOf(kImport, context.conditions));
    const isBuiltinName = url.startsWith('node:') && !specifier.startsWith('node:');
    return { url, format: isBuiltinName ? 'builtin' : formatOf(url) };
  }

  // { format, source } of what is at a URL; a promise of it if hooks wait.
  load(url, format, attributes) {
    if (hooks.hasLoadHooks()) {
      const last = (address, context) => this.loadByDefault(address, context, attributes);
      return hooks.loadWithHooks(url, format, attributes, kImport.names, last, true);
    }
    if (this.asyncHooks !== undefined) return this.asyncHooks.load(url, format, attributes);
    return load(url, format, attributes, true);
  }

  loadByDefault(url, context, attributes) {
    if (this.asyncHooks !== undefined) {
      const found = this.asyncHooks.load(url, context.format, context.importAttributes ?? attributes);
      return this.asyncHooks.waitFor(found);
    }
    return load(url, context.format ?? undefined, context.importAttributes, false);
  }

  // The entry of what was found at a URL and loaded.
  add(key, { url, attributes }, loaded) {
    const entry = compileEntry(this, url, loaded, attributes);
    this.known.set(key, entry);
    if (url.startsWith('file:')) require('internal/modules/cjs').reportFile(require('internal/url').fileURLToPath(url));
    return entry;
  }

  forget(entry) {
    if (entry.isComplete) return;
    this.known.forEach((value, key) => {
      if (value === entry) this.known.delete(key);
    });
  }

  // The entry of a module whose graph is complete. What has to be waited for is handed to `waitFor`, which gives the outcome.
  loadNow(specifier, parentUrl, attributes, waitFor, isSource = false) {
    const walk = new Walk(this, { specifier, attributes, isSource }, parentUrl);
    finishNow(walk, waitFor);
    return walk.root;
  }

  // The same for hooks that wait: a promise.
  async loadLater(specifier, parentUrl, attributes) {
    const walk = new Walk(this, { specifier, attributes, isSource: false }, parentUrl);
    await finishLater(walk);
    return walk.root;
  }

  // Loads what a module imports that came another way, from a text say.
  completeNow(entry, waitFor) {
    if (!entry.isComplete) finishNow(walkFrom(this, entry), waitFor);
  }

  async completeLater(entry) {
    if (!entry.isComplete) await finishLater(walkFrom(this, entry));
  }
}

function walkFrom(loader, entry) {
  const walk = new Walk(loader, undefined, undefined);
  walk.root = entry;
  walk.state = kNext;
  try {
    walk.enter(entry);
  } catch (error) {
    walk.giveUp();
    throw error;
  }
  return walk;
}

function finishNow(walk, waitFor) {
  for (let promise = walk.go(); promise !== undefined; promise = walk.go()) {
    try {
      walk.outcome = waitFor(promise);
    } catch (error) {
      walk.giveUp();
      throw error;
    }
  }
}

async function finishLater(walk) {
  for (let promise = walk.go(); promise !== undefined; promise = walk.go()) {
    try {
      walk.outcome = await promise;
    } catch (error) {
      walk.giveUp();
      throw error;
    }
  }
}

const kStart = 0;
const kNext = 1;
const kResolved = 2;
const kLoaded = 3;

// A walk through a graph that is not complete yet.
class Walk {
  loader;
  root;
  request;
  parentUrl;
  state;
  outcome;
  resolved;
  seen;
  path;
  order;

  constructor(loader, request, parentUrl) {
    this.loader = loader;
    this.root = undefined;
    this.request = request;
    this.parentUrl = parentUrl;
    this.state = kStart;
    // What was waited for last.
    this.outcome = undefined;
    this.resolved = undefined;
    this.seen = new Set();
    this.path = [];
    // The modules that lack something, each after those that it imports.
    this.order = [];
  }

  // Goes on until all is there, or gives the promise of what it needs first.
  go() {
    try {
      for (;;) {
        if (this.state === kNext && !this.chooseNext()) return this.finish();
        const promise = this.step();
        if (promise !== undefined) return promise;
      }
    } catch (error) {
      this.giveUp();
      const isResolving = this.state === kStart && this.request !== undefined;
      throw isResolving ? withHint(error, this.request.specifier, this.parentUrl) : error;
    }
  }

  step() {
    const { loader, request, outcome } = this;
    switch (this.state) {
      case kResolved: {
        this.resolved = outcome;
        const known = loader.known.get(keyOf(outcome.url, outcome.attributes));
        if (known !== undefined) return this.take(known);
        return this.expect(kLoaded, loader.load(outcome.url, outcome.format ?? undefined, outcome.attributes));
      }
      case kLoaded: {
        const key = keyOf(this.resolved.url, this.resolved.attributes);
        return this.take(loader.known.get(key) ?? loader.add(key, this.resolved, outcome));
      }
      default:
        return this.expect(kResolved, loader.resolve(request.specifier, this.parentUrl, request.attributes));
    }
  }

  expect(state, outcome) {
    this.state = state;
    if (isPromise(outcome)) return outcome;
    this.outcome = outcome;
    return undefined;
  }

  // Sets the next request; false if there is none.
  chooseNext() {
    while (this.path.length !== 0) {
      const step = this.path[this.path.length - 1];
      if (step.next < step.requests.length) {
        this.request = step.requests[step.next++];
        this.parentUrl = step.entry.url;
        this.state = kStart;
        return true;
      }
      this.path.pop();
      step.entry.imports = step.imports;
      step.entry.specifiers = step.requests.map((request) => request.specifier);
      step.entry.depth = depthOf(step.imports, this.seen);
      this.order.push(step.entry);
    }
    return false;
  }

  // The entry that the request stands for.
  take(entry) {
    this.state = kNext;
    const step = this.path.at(-1);
    if (step === undefined) this.root = entry;
    else step.imports.push(this.request.isSource ? sourceOf(entry) : entry);
    if (!entry.isComplete && !this.seen.has(entry) && !this.request.isSource) this.enter(entry);
    return undefined;
  }

  enter(entry) {
    this.seen.add(entry);
    this.path.push({ entry, requests: requestsOf(entry), next: 0, imports: [] });
  }

  finish() {
    this.order.forEach((entry) => native.provide(entry.handle, entry.imports.map((one) => one.handle)));
    this.order.forEach((entry) => native.loadProvided(entry.handle));
    this.order.forEach((entry) => { entry.isComplete = true; });
    return undefined;
  }

  // Modules that lack something can be tried again.
  giveUp() {
    this.seen.forEach((entry) => this.loader.forget(entry));
  }
}

// What a file that is not there may be called.
function withHint(error, specifier, parentUrl) {
  return require('internal/modules/esm_errors').withHint(error, specifier, parentUrl);
}

function compileEntry(loader, url, loaded, attributes) {
  const parts = translate(url, loaded, attributes);
  try {
    return new ModuleEntry(loader, url, loaded.format, parts);
  } catch (error) {
    throw require('internal/modules/esm_errors').describeSyntaxError(error, url, parts.source);
  }
}

function keyOf(url, attributes) {
  const type = attributes?.type;
  return type === undefined ? url : `${type} ${url}`;
}

// A module that was there before counts as one that imports nothing; one that leads back does not count.
function depthOf(imports, seen) {
  let deepest = -1;
  imports.forEach((entry) => {
    if (!seen.has(entry)) deepest = Math.max(deepest, 0);
    else if (entry.imports !== undefined) deepest = Math.max(deepest, entry.depth);
  });
  return deepest + 1;
}

// What a module imports: { specifier, attributes, isSource }.
function requestsOf(entry) {
  const flat = readRequests(entry);
  const requests = [];
  let hasPhases = false;
  for (let i = 0; i < flat.length; i += 5) {
    const isSource = flat[i + 2];
    const attributes = attributesOf(entry.source, flat[i + 1], flat[i + 3], flat[i + 4]);
    requests.push({ specifier: flat[i], attributes, isSource });
    hasPhases ||= isSource;
  }
  if (hasPhases) entry.handle = require('internal/modules/esm_source_phase').compileWithoutPhases(entry);
  return requests;
}

function readRequests(entry) {
  try {
    return native.requestsOf(entry.handle);
  } catch (error) {
    throw unsupportedAttribute(entry) ?? error;
  }
}

// The engine knows the attribute `type` alone, and fails at once.
function unsupportedAttribute(entry) {
  const found = entry.source === undefined ? [] : binding('syntax').unknownAttribute(entry.source);
  if (found.length === 0) return undefined;
  const { 0: specifier, 1: key, 2: value } = found;
  let url;
  try {
    url = resolve(specifier, entry.url, kImport);
  } catch (error) {
    return error;
  }
  return new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(key, value, url);
}

// The engine tells the types that it knows; others are in the source.
function attributesOf(source, kind, line, column) {
  if (kind === '') return kNoAttributes;
  if (kind !== 'other') return { __proto__: null, type: kind };
  const found = source === undefined ? [] : binding('syntax').importAttributes(source, line, column);
  const attributes = { __proto__: null };
  for (let i = 0; i < found.length; i += 2) attributes[found[i]] = found[i + 1];
  if (attributes.type === undefined) attributes.type = 'unknown';
  return attributes;
}

// The module of which `import source` gives the source.
function sourceOf(entry) {
  return require('internal/modules/esm_source_phase').sourceEntry(entry);
}

module.exports = { Loader, ModuleEntry, attributesOf, kNoAttributes };
