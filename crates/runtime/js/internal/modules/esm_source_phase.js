// `import source` and `import.source()`: the source of a module that is not run. Only WebAssembly has one.
'use strict';

function notDefined(entry) {
  const { ERR_SOURCE_PHASE_NOT_DEFINED } = require('internal/errors').codes;
  return new ERR_SOURCE_PHASE_NOT_DEFINED(entry.url);
}

function sourceObject(entry) {
  if (entry.wasm === undefined) throw notDefined(entry);
  if (!hasPrototype) giveModulesAPrototype(globalThis.WebAssembly.Module);
  return entry.wasm;
}

let hasPrototype = false;

// %AbstractModuleSource%: what sources of all kinds inherit from, once there are any.
function giveModulesAPrototype(Module) {
  hasPrototype = true;
  function AbstractModuleSource() {
    throw new TypeError('AbstractModuleSource is not a constructor');
  }
  Object.defineProperty(AbstractModuleSource.prototype, Symbol.toStringTag, {
    __proto__: null,
    get() { return this instanceof Module ? 'WebAssembly.Module' : undefined; },
    enumerable: false,
    configurable: true,
  });
  Object.setPrototypeOf(Module.prototype, AbstractModuleSource.prototype);
  Object.setPrototypeOf(Module, AbstractModuleSource);
}

// The modules of which the default exports are sources, by the modules that these are of.
const entries = new WeakMap();

// The engine would bind the name to what it has compiled itself. So a module stands in that exports the source.
function sourceEntry(entry) {
  const source = sourceObject(entry);
  let standIn = entries.get(entry);
  if (standIn === undefined) {
    const { ModuleEntry } = require('internal/modules/esm_graph');
    const { synthetic } = require('internal/modules/esm_translate');
    standIn = new ModuleEntry(entry.loader, entry.url, 'wasm', synthetic(['default'], () => [source]));
    standIn.imports = [];
    standIn.specifiers = [];
    standIn.isComplete = true;
    binding('esm').requestsOf(standIn.handle);
    binding('esm').provide(standIn.handle, []);
    binding('esm').loadProvided(standIn.handle);
    entries.set(entry, standIn);
  }
  return standIn;
}

// What tells an import of a source from one of the module itself: the engine would take them for one.
const kMark = '#source';

// A text in which imports of sources are imports of defaults: the word `source` becomes blanks. The engine tells lines and
// columns of specifiers.
function withoutPhases(text, places) {
  const lines = text.split('\n');
  const edits = [];
  places.forEach(({ line, column }) => {
    const offset = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, column - 1);
    const start = text.lastIndexOf('import', offset);
    const match = start === -1 ? null : /^import(\s+)source\s/.exec(text.slice(start, offset));
    if (match === null) return;
    const word = start + 'import'.length + match[1].length;
    edits.push({ at: word, length: 'source'.length, text: ' '.repeat('source'.length) });
    edits.push({ at: text.indexOf(text[offset], offset + 1), length: 0, text: kMark });
  });
  edits.sort((one, other) => other.at - one.at);
  return edits.reduce((done, { at, length, text: put }) => done.slice(0, at) + put + done.slice(at + length), text);
}

// The places of requests for sources, of those that the binding tells of a module.
function placesOf(requests) {
  const places = [];
  for (let i = 0; i < requests.length; i += 5) {
    if (requests[i + 2]) places.push({ line: requests[i + 3], column: requests[i + 4] });
  }
  return places;
}

// The module with plain imports in place of those of sources. Of several imports of one source the engine tells the first.
function compileWithoutPhases(entry) {
  const native = binding('esm');
  let text = entry.source;
  let { handle } = entry;
  for (let places = placesOf(native.requestsOf(handle)); places.length !== 0;) {
    const changed = withoutPhases(text, places);
    if (changed === text) break;
    text = changed;
    handle = native.compile(text, entry.url, entry);
    places = placesOf(native.requestsOf(handle));
  }
  return handle;
}

module.exports = { compileWithoutPhases, sourceEntry, sourceObject };
