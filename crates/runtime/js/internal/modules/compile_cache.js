// The compile cache of `module`: what the engine has compiled of a program's files is kept in a folder, for its next start.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { Store, tell } = require('internal/modules/compile_cache_store');

const native = binding('process');

const kFailed = 0;
const kEnabled = 1;
const kAlreadyEnabled = 2;
const kDisabled = 3;

const constants = Object.freeze({
  __proto__: null,
  compileCacheStatus: Object.freeze({
    __proto__: null, FAILED: kFailed, ENABLED: kEnabled, ALREADY_ENABLED: kAlreadyEnabled, DISABLED: kDisabled,
  }),
});

let store;

function isFlag(name) {
  const value = native.envGet(name);
  return value !== undefined && value !== '' && value !== '0';
}

function enableCompileCache(options) {
  const isObject = options !== null && typeof options === 'object';
  const cacheDir = isObject ? options.directory : options;
  if (cacheDir !== undefined && typeof cacheDir !== 'string') throw badArgument('cacheDir', 'string', 'a string', cacheDir);
  const isPortable = isObject && options.portable === true;
  const folder = cacheDir ?? native.envGet('NODE_COMPILE_CACHE') ?? path.join(require('os').tmpdir(), 'node-compile-cache');
  return enable(folder, isPortable || isFlag('NODE_COMPILE_CACHE_PORTABLE'));
}

function enable(folder, isPortable) {
  if (native.envGet('NODE_DISABLE_COMPILE_CACHE')) {
    tell('Disabled by NODE_DISABLE_COMPILE_CACHE.');
    return { status: kDisabled, message: 'Disabled by NODE_DISABLE_COMPILE_CACHE' };
  }
  if (store !== undefined) return { status: kAlreadyEnabled, directory: store.folder };
  const made = new Store(path.resolve(folder), isPortable);
  const failure = made.open();
  if (failure !== undefined) return { status: kFailed, message: failure };
  store = made;
  require('internal/modules/cjs').useCompileCache(store);
  require('internal/process/lifecycle').atEnd(() => store.persist());
  return { status: kEnabled, directory: folder };
}

// NODE_COMPILE_CACHE
function enableFromEnvironment(folder) {
  if (folder !== '') enable(folder, isFlag('NODE_COMPILE_CACHE_PORTABLE'));
}

function badArgument(name, type, wanted, value) {
  const error = new codes.ERR_INVALID_ARG_TYPE(name, type, value);
  error.message = `${name} should be ${wanted}`;
  return error;
}

function getCompileCacheDir() {
  return store?.folder;
}

function flushCompileCache(keepDeserializedCache) {
  if (keepDeserializedCache !== undefined && typeof keepDeserializedCache !== 'boolean') {
    throw badArgument('keepDeserializedCache', 'boolean', 'a boolean', keepDeserializedCache);
  }
  if (store === undefined) return;
  store.persist();
  tell('module.flushCompileCache() finished.');
}

module.exports = { constants, enableCompileCache, enableFromEnvironment, flushCompileCache, getCompileCacheDir };
