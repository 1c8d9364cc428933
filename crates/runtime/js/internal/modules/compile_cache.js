// The compile cache of `module`. There is none yet: the engine compiles functions when they are first called, which leaves
// little to keep.
'use strict';

const { codes } = require('internal/errors');

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

function enableCompileCache(options) {
  const cacheDir = options !== null && typeof options === 'object' ? options.directory : options;
  if (cacheDir !== undefined && typeof cacheDir !== 'string') {
    const error = new codes.ERR_INVALID_ARG_TYPE('cacheDir', 'string', cacheDir);
    error.message = 'cacheDir should be a string';
    throw error;
  }
  if (binding('process').envGet('NODE_DISABLE_COMPILE_CACHE')) {
    return { status: kDisabled, message: 'Disabled by NODE_DISABLE_COMPILE_CACHE' };
  }
  return { status: kFailed, message: 'The compile cache is not implemented in rondo' };
}

function getCompileCacheDir() {
  return undefined;
}

function flushCompileCache() {}

module.exports = { constants, enableCompileCache, flushCompileCache, getCompileCacheDir };
