// fs.readdir, mkdir, mkdtemp, rmdir and their Sync forms.
'use strict';

const fsBinding = binding('fs');
const { UTF8, bindingNameEncoding, decodeName } = require('internal/fs/encoding');
const { codes } = require('internal/errors');
const { getOptions, getValidatedPath, validateCallback } = require('internal/fs/validate');
const { parseFileMode, validateBoolean, validateObject } = require('internal/validators');

const noOptions = { __proto__: null, encoding: undefined, withFileTypes: undefined, recursive: undefined };
const DEFAULT_MODE = 0o777;

function getReaddirOptions(options) {
  options = getOptions(options, noOptions);
  if (options.recursive !== undefined && options.recursive !== null) {
    validateBoolean(options.recursive, 'options.recursive');
  }
  return options;
}

// The binding gives the names; with types [names, types]; of a whole tree with types [names, types, folders],
// each folder as seen from `path`.
function makeEntries(result, path, encoding, withFileTypes) {
  if (!withFileTypes) return result.map((name) => decodeName(name, encoding));
  const { Dirent } = require('internal/fs/dirent');
  const { 0: names, 1: types, 2: folders } = result;
  const entries = new Array(names.length);
  for (let i = 0; i < entries.length; i++) {
    const folder = folders === undefined ? path : joinFolder(path, folders[i], encoding);
    entries[i] = new Dirent(decodeName(names[i], encoding), folder, types[i]);
  }
  return entries;
}

function joinFolder(path, folder, encoding) {
  folder = decodeName(folder, encoding);
  if (folder.length === 0) return path;
  if (typeof folder === 'string') return require('path').join(String(path), folder);
  const { Buffer } = require('buffer');
  return Buffer.concat([Buffer.from(path), Buffer.from('/'), folder]);
}

function readdir(path, options, callback) {
  if (typeof options === 'function') callback = options;
  validateCallback(callback);
  options = getReaddirOptions(options);
  readEntries(getValidatedPath(path), options, callback);
}

function readEntries(path, options, callback) {
  const { encoding } = options;
  const withFileTypes = Boolean(options.withFileTypes);
  const asked = bindingNameEncoding(encoding);
  // Names that need nothing done to them go to the caller as they come.
  const done = !withFileTypes && asked === UTF8 ? callback : (error, result) => {
    if (error !== null) callback(error);
    else callback(null, makeEntries(result, path, encoding, withFileTypes));
  };
  fsBinding.readdir(path, asked, withFileTypes, Boolean(options.recursive), done);
}

function readdirSync(path, options) {
  options = getReaddirOptions(options);
  path = getValidatedPath(path);
  const { encoding } = options;
  const withFileTypes = Boolean(options.withFileTypes);
  const asked = bindingNameEncoding(encoding);
  const result = fsBinding.readdir(path, asked, withFileTypes, options.recursive === true);
  return !withFileTypes && asked === UTF8 ? result : makeEntries(result, path, encoding, withFileTypes);
}

// mkdir's options: a mode, or an object of mode and recursive.
function getMkdirOptions(options, modeName = 'options.mode') {
  let mode = DEFAULT_MODE;
  let recursive = false;
  if (typeof options === 'number' || typeof options === 'string') {
    mode = parseFileMode(options, 'mode');
  } else if (options) {
    if (options.recursive !== undefined) {
      recursive = options.recursive;
      validateBoolean(recursive, 'options.recursive');
    }
    if (options.mode !== undefined) mode = parseFileMode(options.mode, modeName);
  }
  return { mode, recursive };
}

function mkdir(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  const { mode, recursive } = getMkdirOptions(options);
  validateCallback(callback);
  path = getValidatedPath(path);
  fsBinding.mkdir(path, mode, recursive, callback);
}

// Gives the first folder it made, if it was to make them all.
function mkdirSync(path, options) {
  const { mode, recursive } = getMkdirOptions(options);
  path = getValidatedPath(path);
  return fsBinding.mkdir(path, mode, recursive);
}

// Six random characters come after the prefix.
function getMkdtempPrefix(prefix) {
  prefix = getValidatedPath(prefix, 'prefix');
  warnOnNonPortableTemplate(prefix);
  return prefix;
}

let warned = false;
function warnOnNonPortableTemplate(prefix) {
  if (warned) return;
  const last = typeof prefix === 'string' ? prefix.charCodeAt(prefix.length - 1) : prefix[prefix.length - 1];
  if (last !== 0x58) return;
  warned = true;
  process.emitWarning('mkdtemp() templates ending with X are not portable. ' +
    'For details see: https://nodejs.org/api/fs.html');
}

function mkdtemp(prefix, options, callback) {
  if (typeof options === 'function') callback = options;
  validateCallback(callback);
  const { encoding } = getOptions(options, noOptions);
  prefix = getMkdtempPrefix(prefix);
  fsBinding.mkdtemp(prefix, bindingNameEncoding(encoding), (error, path) => {
    if (error !== null) callback(error);
    else callback(null, decodeName(path, encoding));
  });
}

function mkdtempSync(prefix, options) {
  const { encoding } = getOptions(options, noOptions);
  prefix = getMkdtempPrefix(prefix);
  return decodeName(fsBinding.mkdtemp(prefix, bindingNameEncoding(encoding)), encoding);
}

// A temporary folder that removes itself when it goes out of scope of a `using`.
function mkdtempDisposableSync(prefix, options) {
  const path = mkdtempSync(prefix, options);
  // The working directory may change before the folder is removed.
  const fullPath = require('path').resolve(process.cwd(), path);
  const remove = () => {
    fsBinding.rm(fullPath, true, true, 0, 0);
  };
  return {
    path,
    remove,
    [Symbol.dispose]() {
      remove();
    },
  };
}

// rmdir used to have options; the one that would change what it does is refused.
function validateRmdirOptions(options) {
  if (options === undefined) return;
  validateObject(options, 'options');
  refuseRecursive(options);
}

function refuseRecursive(options) {
  if (options?.recursive !== undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.recursive', options.recursive, 'is no longer supported');
  }
}

function rmdir(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  refuseRecursive(options);
  validateCallback(callback);
  validateRmdirOptions(options);
  fsBinding.rmdir(getValidatedPath(path), callback);
}

function rmdirSync(path, options) {
  path = getValidatedPath(path);
  validateRmdirOptions(options);
  fsBinding.rmdir(path);
}

module.exports = {
  getMkdirOptions,
  getMkdtempPrefix,
  mkdir,
  mkdirSync,
  mkdtemp,
  mkdtempDisposableSync,
  mkdtempSync,
  readEntries,
  readdir,
  readdirSync,
  rmdir,
  rmdirSync,
  validateRmdirOptions,
};
