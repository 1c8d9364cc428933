// fs.rm and rmSync: the binding removes the whole tree in one go.
'use strict';

const fsBinding = binding('fs');
const { codes } = require('internal/errors');
const { getValidatedPath, validateCallback } = require('internal/fs/validate');
const { validateBoolean, validateInt32, validateObject, validateUint32 } = require('internal/validators');

function getRmOptions(options) {
  if (options === undefined) return { recursive: false, force: false, maxRetries: 0, retryDelay: 100 };
  validateObject(options, 'options');
  const { recursive = false, force = false, maxRetries = 0, retryDelay = 100 } = options;
  validateBoolean(force, 'options.force');
  validateBoolean(recursive, 'options.recursive');
  validateInt32(retryDelay, 'options.retryDelay', 0);
  validateUint32(maxRetries, 'options.maxRetries');
  return { recursive, force, maxRetries, retryDelay };
}

function folderError(path) {
  return new codes.ERR_FS_EISDIR({
    code: 'EISDIR',
    message: 'is a directory',
    path,
    syscall: 'rm',
    errno: 21,
  });
}

function rm(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  path = getValidatedPath(path);
  const { recursive, force, maxRetries, retryDelay } = getRmOptions(options);
  validateCallback(callback);
  fsBinding.rm(path, recursive, force, maxRetries, retryDelay, (error, isFolder) => {
    if (error !== null) callback(error);
    else callback(isFolder ? folderError(path) : null);
  });
}

function rmSync(path, options) {
  path = getValidatedPath(path);
  const { recursive, force, maxRetries, retryDelay } = getRmOptions(options);
  if (fsBinding.rm(path, recursive, force, maxRetries, retryDelay)) throw folderError(path);
}

module.exports = { rm, rmSync };
