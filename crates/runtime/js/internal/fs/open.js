// Opening, closing, syncing and truncating: fs.open, close, fsync, fdatasync, ftruncate, truncate and their Sync forms.
'use strict';

const fsBinding = binding('fs');
const { getValidatedFd, getValidatedPath, validateCallback } = require('internal/fs/validate');
const { parseFileMode, validateInteger } = require('internal/validators');
const { stringToFlags } = require('internal/fs/flags');

const DEFAULT_MODE = 0o666;

function open(path, flags, mode, callback) {
  if (arguments.length < 3) {
    callback = flags;
    flags = 'r';
    mode = DEFAULT_MODE;
  } else if (typeof mode === 'function') {
    callback = mode;
    mode = DEFAULT_MODE;
  } else {
    mode = parseFileMode(mode, 'mode', DEFAULT_MODE);
  }
  path = getValidatedPath(path);
  const flagsNumber = stringToFlags(flags);
  validateCallback(callback);
  fsBinding.open(path, flagsNumber, mode, callback);
}

function openSync(path, flags, mode) {
  return fsBinding.open(getValidatedPath(path), stringToFlags(flags), parseFileMode(mode, 'mode', DEFAULT_MODE));
}

// Without a callback nobody expects the close to fail: an error is thrown from the loop.
function throwError(error) {
  if (error !== null) throw error;
}

function close(fd, callback = throwError) {
  fd = getValidatedFd(fd);
  if (callback !== throwError) validateCallback(callback);
  fsBinding.close(fd, callback);
}

function closeSync(fd) {
  fsBinding.close(getValidatedFd(fd));
}

function fsync(fd, callback) {
  validateCallback(callback);
  fsBinding.fsync(getValidatedFd(fd), callback);
}

function fsyncSync(fd) {
  fsBinding.fsync(getValidatedFd(fd));
}

function fdatasync(fd, callback) {
  validateCallback(callback);
  fsBinding.fdatasync(getValidatedFd(fd), callback);
}

function fdatasyncSync(fd) {
  fsBinding.fdatasync(getValidatedFd(fd));
}

function ftruncate(fd, length = 0, callback) {
  if (typeof length === 'function') {
    callback = length;
    length = 0;
  }
  validateInteger(length, 'len');
  validateCallback(callback);
  fsBinding.ftruncate(getValidatedFd(fd), Math.max(0, length), callback);
}

function ftruncateSync(fd, length = 0) {
  validateInteger(length, 'len');
  fsBinding.ftruncate(getValidatedFd(fd), Math.max(0, length));
}

function truncate(path, length, callback) {
  if (typeof length === 'function') {
    callback = length;
    length = 0;
  } else if (length === undefined) {
    length = 0;
  }
  validateInteger(length, 'len');
  validateCallback(callback);
  fsBinding.truncate(getValidatedPath(path), Math.max(0, length), callback);
}

function truncateSync(path, length = 0) {
  path = getValidatedPath(path);
  validateInteger(length, 'len');
  fsBinding.truncate(path, Math.max(0, length));
}

module.exports = {
  DEFAULT_MODE,
  close,
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsync,
  fsyncSync,
  ftruncate,
  ftruncateSync,
  open,
  openSync,
  truncate,
  truncateSync,
};
