// fs/promises: the file system with promises.
'use strict';

const fsBinding = binding('fs');
const constants = require('internal/fs/constants');
const { FileHandle } = require('internal/fs/promises/handle');
const { afterStat, withSignal } = require('internal/fs/stat');
const { appendFile, readFile, settle, writeFile } = require('internal/fs/promises/files');
const { bindingNameEncoding, decodeName } = require('internal/fs/encoding');
const { codes } = require('internal/errors');
const directories = require('internal/fs/directories');
const { getOptions, getValidatedPath } = require('internal/fs/validate');
const { getValidatedAccessMode, validateOwner } = require('internal/fs/access');
const { makeStatFs } = require('internal/fs/stats');
const { parseFileMode, validateInteger, validateObject } = require('internal/validators');
const { stringToFlags } = require('internal/fs/flags');
const { toUnixTimestamp } = require('internal/fs/times');
const { validateLinkType } = require('internal/fs/links');

const noOptions = { __proto__: null, encoding: undefined };
const statOptions = { __proto__: null, bigint: false, signal: undefined, throwIfNoEntry: true };

// Arguments are checked inside of the promise: what a check throws rejects it.

function access(path, mode = 0) {
  return new Promise((resolve, reject) => {
    fsBinding.access(getValidatedPath(path), getValidatedAccessMode(mode), settle(resolve, reject));
  });
}

function copyFile(src, dest, mode) {
  return new Promise((resolve, reject) => {
    src = getValidatedPath(src, 'src');
    dest = getValidatedPath(dest, 'dest');
    fsBinding.copyFile(src, dest, getValidatedAccessMode(mode), settle(resolve, reject));
  });
}

function cp(src, dest, options) {
  return require('internal/fs/cp').cpPromise(src, dest, options);
}

async function* glob(pattern, options) {
  yield* require('internal/fs/glob').globPromise(pattern, options);
}

function open(path, flags, mode) {
  return new Promise((resolve, reject) => {
    path = getValidatedPath(path);
    flags = stringToFlags(flags);
    mode = parseFileMode(mode, 'mode', 0o666);
    fsBinding.open(path, flags, mode, (error, fd) => {
      if (error === null) resolve(new FileHandle(fd));
      else reject(error);
    });
  });
}

function opendir(path, options) {
  return new Promise((resolve, reject) => {
    require('internal/fs/dir').opendir(path, options, settle(resolve, reject));
  });
}

function rename(oldPath, newPath) {
  return new Promise((resolve, reject) => {
    oldPath = getValidatedPath(oldPath, 'oldPath');
    fsBinding.rename(oldPath, getValidatedPath(newPath, 'newPath'), settle(resolve, reject));
  });
}

function truncate(path, length = 0) {
  return new Promise((resolve, reject) => {
    path = getValidatedPath(path);
    validateInteger(length, 'len');
    fsBinding.truncate(path, Math.max(0, length), settle(resolve, reject));
  });
}

function rm(path, options) {
  return new Promise((resolve, reject) => require('internal/fs/rm').rm(path, options, settle(resolve, reject)));
}

function rmdir(path, options) {
  return new Promise((resolve, reject) => {
    path = getValidatedPath(path);
    directories.validateRmdirOptions(options);
    fsBinding.rmdir(path, settle(resolve, reject));
  });
}

function mkdir(path, options) {
  return new Promise((resolve, reject) => {
    path = getValidatedPath(path);
    const { mode, recursive } = directories.getMkdirOptions(options, 'mode');
    fsBinding.mkdir(path, mode, recursive, settle(resolve, reject));
  });
}

function readdir(path, options) {
  return new Promise((resolve, reject) => {
    options = getOptions(options, noOptions);
    directories.readEntries(getValidatedPath(path), options, settle(resolve, reject));
  });
}

function readlink(path, options) {
  return new Promise((resolve, reject) => {
    const { encoding } = getOptions(options, noOptions);
    fsBinding.readlink(getValidatedPath(path, 'oldPath'), bindingNameEncoding(encoding),
                       named(encoding, resolve, reject));
  });
}

// Settles with a path, in the encoding that was asked for.
function named(encoding, resolve, reject) {
  return (error, name) => {
    if (error === null) resolve(decodeName(name, encoding));
    else reject(error);
  };
}

function symlink(target, path, type) {
  return new Promise((resolve, reject) => {
    validateLinkType(type);
    target = getValidatedPath(target, 'target');
    fsBinding.symlink(target, getValidatedPath(path), settle(resolve, reject));
  });
}

function lstat(path, options = statOptions) {
  return new Promise((resolve, reject) => {
    validateObject(options, 'options');
    const done = withSignal(options.signal, settle(resolve, reject));
    if (done === undefined) return;
    fsBinding.lstat(getValidatedPath(path), options.bigint === true, options.throwIfNoEntry !== false, afterStat(done));
  });
}

function stat(path, options = statOptions) {
  return new Promise((resolve, reject) => {
    validateObject(options, 'options');
    const done = withSignal(options.signal, settle(resolve, reject));
    if (done === undefined) return;
    fsBinding.stat(getValidatedPath(path), options.bigint === true, options.throwIfNoEntry !== false, afterStat(done));
  });
}

function statfs(path, options = statOptions) {
  return new Promise((resolve, reject) => {
    fsBinding.statfs(getValidatedPath(path), options.bigint === true, (error, found) => {
      if (error === null) resolve(makeStatFs(found));
      else reject(error);
    });
  });
}

function link(existingPath, newPath) {
  return new Promise((resolve, reject) => {
    existingPath = getValidatedPath(existingPath, 'existingPath');
    fsBinding.link(existingPath, getValidatedPath(newPath, 'newPath'), settle(resolve, reject));
  });
}

function unlink(path) {
  return new Promise((resolve, reject) => fsBinding.unlink(getValidatedPath(path), settle(resolve, reject)));
}

function chmod(path, mode) {
  return new Promise((resolve, reject) => {
    path = getValidatedPath(path);
    fsBinding.chmod(path, parseFileMode(mode, 'mode'), settle(resolve, reject));
  });
}

// Only macOS can change the mode of a link.
async function lchmod(path, mode) {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('lchmod()');
}

function lchown(path, uid, gid) {
  return new Promise((resolve, reject) => {
    path = getValidatedPath(path);
    validateOwner(uid, gid);
    fsBinding.lchown(path, uid, gid, settle(resolve, reject));
  });
}

function chown(path, uid, gid) {
  return new Promise((resolve, reject) => {
    path = getValidatedPath(path);
    validateOwner(uid, gid);
    fsBinding.chown(path, uid, gid, settle(resolve, reject));
  });
}

function utimes(path, atime, mtime) {
  return new Promise((resolve, reject) => {
    path = getValidatedPath(path);
    fsBinding.utimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime), settle(resolve, reject));
  });
}

function lutimes(path, atime, mtime) {
  return new Promise((resolve, reject) => {
    path = getValidatedPath(path);
    fsBinding.lutimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime), settle(resolve, reject));
  });
}

function realpath(path, options) {
  return new Promise((resolve, reject) => {
    const { encoding } = getOptions(options, noOptions);
    fsBinding.realpath(getValidatedPath(path), bindingNameEncoding(encoding), named(encoding, resolve, reject));
  });
}

function mkdtemp(prefix, options) {
  return new Promise((resolve, reject) => {
    const { encoding } = getOptions(options, noOptions);
    prefix = directories.getMkdtempPrefix(prefix);
    fsBinding.mkdtemp(prefix, bindingNameEncoding(encoding), named(encoding, resolve, reject));
  });
}

// A temporary folder that removes itself when it goes out of scope of an `await using`.
async function mkdtempDisposable(prefix, options) {
  // The working directory may change before the folder is made or removed.
  const cwd = process.cwd();
  const path = await mkdtemp(prefix, options);
  const fullPath = require('path').resolve(cwd, path);
  const remove = async () => rm(fullPath, { force: true, recursive: true });
  return {
    __proto__: null,
    path,
    remove,
    async [Symbol.asyncDispose]() {
      await remove();
    },
  };
}

async function* watch(filename, options = {}) {
  yield* require('internal/fs/promises/watch').watch(filename, options);
}

module.exports = {
  access,
  copyFile,
  cp,
  glob,
  open,
  opendir,
  rename,
  truncate,
  rm,
  rmdir,
  mkdir,
  readdir,
  readlink,
  symlink,
  lstat,
  stat,
  statfs,
  link,
  unlink,
  chmod,
  lchmod,
  lchown,
  chown,
  utimes,
  lutimes,
  realpath,
  mkdtemp,
  mkdtempDisposable,
  writeFile,
  appendFile,
  readFile,
  watch,
  constants,
};
