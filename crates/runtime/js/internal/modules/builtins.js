// Which names are modules of the library.
'use strict';

const native = binding('modules');

// Modules that Node has and rondo has not yet: they are known, so that their absence is told.
const kMissing = [
  'child_process', 'cluster', 'constants', 'dgram', 'dns', 'dns/promises',
  'http2', 'net', 'perf_hooks', 'readline',
  'readline/promises', 'repl', 'sqlite',
  'v8', 'vm', 'wasi', 'worker_threads',
];
// These can only be had with the prefix.
const kPrefixOnly = ['sqlite', 'test', 'test/reporters', 'sea'];

// These are not there without an option.
const kOptional = {
  '__proto__': null,
  'stream/iter': '--experimental-stream-iter',
  'zlib/iter': '--experimental-stream-iter',
};

// Those that Node has not, by their names.
const kOwn = {
  '__proto__': null,
  'rondo:loop': 'internal/rondo/loop',
};

function isSwitchedOff(id) {
  const option = kOptional[id];
  return option !== undefined && !require('internal/process/options').getOption(option);
}

// `--expose-internals` is for those who work on the library: its own files are none of Node's, and change.
function areInternalsExposed() {
  return require('internal/process/options').getOption('--expose-internals') === true;
}

// The id of the library module that a request names; undefined if it names none.
function builtinId(request) {
  if (kOwn[request] !== undefined) return kOwn[request];
  const prefixed = request.startsWith('node:');
  const id = prefixed ? request.slice(5) : request;
  if (!prefixed && kPrefixOnly.includes(id)) return undefined;
  if ((id.startsWith('internal/') || id === 'internal') && !areInternalsExposed()) {
    // Loaders know those of rondo's by such URLs.
    return prefixed && Object.values(kOwn).includes(id) ? id : undefined;
  }
  if ((native.hasLibrary(id) || kMissing.includes(id)) && !isSwitchedOff(id)) return id;
  return undefined;
}

function loadBuiltin(id) {
  if (!native.hasLibrary(id)) {
    const { ERR_NOT_IMPLEMENTED } = require('internal/errors').codes;
    throw new ERR_NOT_IMPLEMENTED(`The module 'node:${id}'`);
  }
  loaded.set(`NativeModule ${id}`, id);
  return require(id);
}

// The modules of the library that a program has asked for, by their names in process.moduleLoadList. (A start
// has Maps, and would have to make what Sets need.)
const loaded = new Map();

function moduleLoadList() {
  return Array.from(loaded.keys());
}

// Those that rondo has and those that it has not yet; the ones with the prefix come last.
function builtinModules() {
  const ids = new Set([...native.libraryIds(), ...kMissing]);
  const isPrefixed = (id) => kPrefixOnly.includes(id);
  const list = Array.from(ids).filter((id) => !isSwitchedOff(id)).sort();
  return list.filter((id) => !isPrefixed(id)).concat(list.filter(isPrefixed).map((id) => `node:${id}`));
}

function getBuiltinModule(id) {
  require('internal/validators').validateString(id, 'id');
  const known = id.startsWith('internal') ? undefined : builtinId(id);
  return known === undefined ? undefined : loadBuiltin(known);
}

module.exports = { builtinId, moduleLoadList, loadBuiltin, builtinModules, getBuiltinModule };
