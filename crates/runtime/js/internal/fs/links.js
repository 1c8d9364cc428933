// Names of files: fs.link, symlink, readlink, unlink, rename, copyFile and their Sync forms.
'use strict';

const fsBinding = binding('fs');
const { bindingNameEncoding, decodeName } = require('internal/fs/encoding');
const { getOptions, getValidatedPath, validateCallback } = require('internal/fs/validate');
const { getValidatedAccessMode } = require('internal/fs/access');
const { validateOneOf } = require('internal/validators');

const noOptions = { __proto__: null, encoding: undefined };

function link(existingPath, newPath, callback) {
  validateCallback(callback);
  existingPath = getValidatedPath(existingPath, 'existingPath');
  newPath = getValidatedPath(newPath, 'newPath');
  fsBinding.link(existingPath, newPath, callback);
}

function linkSync(existingPath, newPath) {
  existingPath = getValidatedPath(existingPath, 'existingPath');
  fsBinding.link(existingPath, getValidatedPath(newPath, 'newPath'));
}

// The kind of a link matters on Windows alone, but is checked everywhere.
function validateLinkType(type) {
  if (type !== undefined && type !== null) validateOneOf(type, 'type', ['dir', 'file', 'junction', null, undefined]);
}

function symlink(target, path, type, callback) {
  if (callback === undefined) {
    callback = type;
    type = undefined;
  } else {
    validateLinkType(type);
  }
  validateCallback(callback);
  target = getValidatedPath(target, 'target');
  fsBinding.symlink(target, getValidatedPath(path), callback);
}

function symlinkSync(target, path, type) {
  validateLinkType(type);
  target = getValidatedPath(target, 'target');
  fsBinding.symlink(target, getValidatedPath(path));
}

function readlink(path, options, callback) {
  if (typeof options === 'function') callback = options;
  validateCallback(callback);
  const { encoding } = getOptions(options, noOptions);
  fsBinding.readlink(getValidatedPath(path), bindingNameEncoding(encoding), (error, target) => {
    if (error !== null) callback(error);
    else callback(null, decodeName(target, encoding));
  });
}

function readlinkSync(path, options) {
  const { encoding } = getOptions(options, noOptions);
  return decodeName(fsBinding.readlink(getValidatedPath(path), bindingNameEncoding(encoding)), encoding);
}

function unlink(path, callback) {
  validateCallback(callback);
  fsBinding.unlink(getValidatedPath(path), callback);
}

function unlinkSync(path) {
  fsBinding.unlink(getValidatedPath(path));
}

function rename(oldPath, newPath, callback) {
  validateCallback(callback);
  oldPath = getValidatedPath(oldPath, 'oldPath');
  fsBinding.rename(oldPath, getValidatedPath(newPath, 'newPath'), callback);
}

function renameSync(oldPath, newPath) {
  oldPath = getValidatedPath(oldPath, 'oldPath');
  fsBinding.rename(oldPath, getValidatedPath(newPath, 'newPath'));
}

function copyFile(src, dest, mode, callback) {
  if (typeof mode === 'function') {
    callback = mode;
    mode = 0;
  }
  src = getValidatedPath(src, 'src');
  dest = getValidatedPath(dest, 'dest');
  validateCallback(callback);
  fsBinding.copyFile(src, dest, getValidatedAccessMode(mode), callback);
}

function copyFileSync(src, dest, mode) {
  src = getValidatedPath(src, 'src');
  fsBinding.copyFile(src, getValidatedPath(dest, 'dest'), getValidatedAccessMode(mode));
}

module.exports = {
  copyFile,
  copyFileSync,
  link,
  linkSync,
  readlink,
  readlinkSync,
  rename,
  renameSync,
  symlink,
  symlinkSync,
  unlink,
  unlinkSync,
  validateLinkType,
};
