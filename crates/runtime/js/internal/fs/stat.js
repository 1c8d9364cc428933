// fs.stat, lstat, fstat, statfs and their Sync forms.
'use strict';

const fsBinding = binding('fs');
const { getValidatedFd, getValidatedPath, validateCallback } = require('internal/fs/validate');
const { makeStatFs, makeStats } = require('internal/fs/stats');

const noOptions = { __proto__: null, bigint: false, signal: undefined, throwIfNoEntry: true };

// What the binding calls when a stat is done; `found` is false where nothing is and that is no error.
function afterStat(callback) {
  return (error, found) => {
    if (error !== null) callback(error);
    else callback(null, found === false ? undefined : makeStats(found));
  };
}

// `callback`, which also hears of an abort; undefined if that has happened already.
function withSignal(signal, callback) {
  return signal === undefined ? callback : require('internal/fs/abort').abortable(signal, callback);
}

function stat(path, options = noOptions, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = noOptions;
  }
  validateCallback(callback);
  path = getValidatedPath(path);
  options ??= noOptions;
  const done = withSignal(options.signal, callback);
  if (done === undefined) return;
  fsBinding.stat(path, options.bigint === true, options.throwIfNoEntry !== false, afterStat(done));
}

function lstat(path, options = noOptions, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = noOptions;
  }
  validateCallback(callback);
  path = getValidatedPath(path);
  options ??= noOptions;
  const done = withSignal(options.signal, callback);
  if (done === undefined) return;
  fsBinding.lstat(path, options.bigint === true, options.throwIfNoEntry !== false, afterStat(done));
}

function fstat(fd, options = noOptions, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = noOptions;
  }
  validateCallback(callback);
  fd = getValidatedFd(fd);
  options ??= noOptions;
  const done = withSignal(options.signal, callback);
  if (done === undefined) return;
  fsBinding.fstat(fd, options.bigint === true, afterStat(done));
}

function statfs(path, options = noOptions, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = noOptions;
  }
  validateCallback(callback);
  path = getValidatedPath(path);
  fsBinding.statfs(path, options.bigint === true, (error, found) => {
    if (error !== null) callback(error);
    else callback(null, makeStatFs(found));
  });
}

function statSync(path, options = noOptions) {
  const found = fsBinding.stat(getValidatedPath(path), options.bigint === true, options.throwIfNoEntry !== false);
  return found === false ? undefined : makeStats(found);
}

function lstatSync(path, options = noOptions) {
  const found = fsBinding.lstat(getValidatedPath(path), options.bigint === true, options.throwIfNoEntry !== false);
  return found === false ? undefined : makeStats(found);
}

function fstatSync(fd, options = noOptions) {
  return makeStats(fsBinding.fstat(getValidatedFd(fd), options.bigint === true));
}

function statfsSync(path, options = noOptions) {
  return makeStatFs(fsBinding.statfs(getValidatedPath(path), options.bigint === true));
}

module.exports = {
  afterStat, fstat, fstatSync, lstat, lstatSync, stat, statSync, statfs, statfsSync, withSignal,
};
