// Who may do what with a file: fs.access, exists, chmod, chown and their kin.
'use strict';

const fsBinding = binding('fs');
const { customPromisify } = require('internal/util');
const { getValidatedFd, getValidatedPath, validateCallback } = require('internal/fs/validate');
const { parseFileMode, validateInteger } = require('internal/validators');

const MAX_ID = 2 ** 32 - 1;

// A mask of F_OK, R_OK, W_OK and X_OK; for copyFile, of the COPYFILE_* bits.
function getValidatedAccessMode(mode) {
  if (mode === undefined || mode === null) return 0;
  if (typeof mode !== 'number') {
    throw codedError(TypeError, 'ERR_INVALID_ARG_TYPE', 'mode must be int32 or null/undefined');
  }
  if (!Number.isFinite(mode)) throw codedError(RangeError, 'ERR_OUT_OF_RANGE', 'mode is out of range');
  if (mode >= 0 && mode < 8) return mode | 0;
  throw codedError(RangeError, 'ERR_OUT_OF_RANGE', 'mode is out of range: >= 0 && <= 7');
}

// These messages are not those that the codes have elsewhere.
function codedError(Base, code, message) {
  return Object.assign(new Base(message), { code });
}

function access(path, mode, callback) {
  if (typeof mode === 'function') {
    callback = mode;
    mode = 0;
  }
  path = getValidatedPath(path);
  mode = getValidatedAccessMode(mode);
  validateCallback(callback);
  fsBinding.access(path, mode, callback);
}

function accessSync(path, mode) {
  fsBinding.access(getValidatedPath(path), getValidatedAccessMode(mode));
}

function exists(path, callback) {
  validateCallback(callback);
  try {
    path = getValidatedPath(path);
  } catch {
    callback(false);
    return;
  }
  fsBinding.exists(path, (error, found) => callback(found === true));
}

Object.defineProperty(exists, customPromisify, {
  __proto__: null,
  value: function exists(path) {
    return new Promise((resolve) => module.exports.exists(path, resolve));
  },
});

function existsSync(path) {
  if (typeof path === 'string') return !path.includes('\0') && fsBinding.exists(path);
  try {
    path = getValidatedPath(path);
  } catch (error) {
    if (error.code === 'ERR_INVALID_ARG_TYPE') warnOfInvalidType();
    return false;
  }
  return fsBinding.exists(path);
}

let warned = false;
function warnOfInvalidType() {
  if (warned) return;
  warned = true;
  process.emitWarning('Passing invalid argument types to fs.existsSync is deprecated', 'DeprecationWarning', 'DEP0187');
}

function chmod(path, mode, callback) {
  path = getValidatedPath(path);
  mode = parseFileMode(mode, 'mode');
  validateCallback(callback);
  fsBinding.chmod(path, mode, callback);
}

function chmodSync(path, mode) {
  fsBinding.chmod(getValidatedPath(path), parseFileMode(mode, 'mode'));
}

function fchmod(fd, mode, callback) {
  mode = parseFileMode(mode, 'mode');
  validateCallback(callback);
  fsBinding.fchmod(getValidatedFd(fd), mode, callback);
}

function fchmodSync(fd, mode) {
  mode = parseFileMode(mode, 'mode');
  fsBinding.fchmod(getValidatedFd(fd), mode);
}

function validateOwner(uid, gid) {
  validateInteger(uid, 'uid', -1, MAX_ID);
  validateInteger(gid, 'gid', -1, MAX_ID);
}

function chown(path, uid, gid, callback) {
  validateCallback(callback);
  path = getValidatedPath(path);
  validateOwner(uid, gid);
  fsBinding.chown(path, uid, gid, callback);
}

function chownSync(path, uid, gid) {
  path = getValidatedPath(path);
  validateOwner(uid, gid);
  fsBinding.chown(path, uid, gid);
}

function lchown(path, uid, gid, callback) {
  validateCallback(callback);
  path = getValidatedPath(path);
  validateOwner(uid, gid);
  fsBinding.lchown(path, uid, gid, callback);
}

function lchownSync(path, uid, gid) {
  path = getValidatedPath(path);
  validateOwner(uid, gid);
  fsBinding.lchown(path, uid, gid);
}

function fchown(fd, uid, gid, callback) {
  validateOwner(uid, gid);
  validateCallback(callback);
  fsBinding.fchown(getValidatedFd(fd), uid, gid, callback);
}

function fchownSync(fd, uid, gid) {
  validateOwner(uid, gid);
  fsBinding.fchown(getValidatedFd(fd), uid, gid);
}

module.exports = {
  access,
  accessSync,
  chmod,
  chmodSync,
  chown,
  chownSync,
  exists,
  existsSync,
  fchmod,
  fchmodSync,
  fchown,
  fchownSync,
  getValidatedAccessMode,
  lchown,
  lchownSync,
  validateOwner,
};
