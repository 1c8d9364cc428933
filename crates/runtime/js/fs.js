// fs: the file system. The functions are in internal/fs, a subject a file; those that few scripts call are loaded late.
'use strict';

const constants = require('internal/fs/constants');
const { Stats } = require('internal/fs/stats');
const access = require('internal/fs/access');
const { defineLazyProperties } = require('internal/util');
const directories = require('internal/fs/directories');
const links = require('internal/fs/links');
const opening = require('internal/fs/open');
const reading = require('internal/fs/read');
const readFiles = require('internal/fs/read_file');
const stats = require('internal/fs/stat');
const times = require('internal/fs/times');
const writing = require('internal/fs/write');
const writeFiles = require('internal/fs/write_file');

function rm(path, options, callback) {
  require('internal/fs/rm').rm(path, options, callback);
}

function rmSync(path, options) {
  require('internal/fs/rm').rmSync(path, options);
}

function realpath(path, options, callback) {
  require('internal/fs/realpath').realpath(path, options, callback);
}

realpath.native = (path, options, callback) => {
  require('internal/fs/realpath').native(path, options, callback);
};

function realpathSync(path, options) {
  return require('internal/fs/realpath').realpathSync(path, options);
}

realpathSync.native = (path, options) => require('internal/fs/realpath').nativeSync(path, options);

function cp(src, dest, options, callback) {
  require('internal/fs/cp').cp(src, dest, options, callback);
}

function cpSync(src, dest, options) {
  require('internal/fs/cp').cpSync(src, dest, options);
}

function createReadStream(path, options) {
  const { ReadStream } = require('internal/fs/streams');
  return new ReadStream(path, options);
}

function createWriteStream(path, options) {
  const { WriteStream } = require('internal/fs/streams');
  return new WriteStream(path, options);
}

function watch(filename, options, listener) {
  return require('internal/fs/watchers').watch(filename, options, listener);
}

function watchFile(filename, options, listener) {
  return require('internal/fs/watch_file').watchFile(filename, options, listener);
}

function unwatchFile(filename, listener) {
  require('internal/fs/watch_file').unwatchFile(filename, listener);
}

function glob(pattern, options, callback) {
  require('internal/fs/glob').glob(pattern, options, callback);
}

function globSync(pattern, options) {
  return require('internal/fs/glob').globSync(pattern, options);
}

function openAsBlob(path, options = {}) {
  return Promise.resolve(openAsBlobSync(path, options));
}

function openAsBlobSync(path, options = {}) {
  const { validateObject, validateString } = require('internal/validators');
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  const { getValidatedPath } = require('internal/fs/validate');
  return require('internal/buffer/blob').blobOfFile(getValidatedPath(path), type);
}

function opendir(path, options, callback) {
  require('internal/fs/dir').opendir(path, options, callback);
}

function opendirSync(path, options) {
  return require('internal/fs/dir').opendirSync(path, options);
}

// `new fs.Stats()` still works, with a warning.
let warned = false;
function deprecated(...args) {
  if (!warned) {
    warned = true;
    process.emitWarning('fs.Stats constructor is deprecated.', 'DeprecationWarning', 'DEP0180', deprecated);
  }
  return new.target ? Reflect.construct(Stats, args, new.target) : Stats.apply(this, args);
}
Object.defineProperty(deprecated, 'length', { __proto__: null, value: Stats.length, configurable: true });
deprecated.prototype = Stats.prototype;
Object.setPrototypeOf(deprecated, Stats);

module.exports = {
  appendFile: writeFiles.appendFile,
  appendFileSync: writeFiles.appendFileSync,
  access: access.access,
  accessSync: access.accessSync,
  chown: access.chown,
  chownSync: access.chownSync,
  chmod: access.chmod,
  chmodSync: access.chmodSync,
  close: opening.close,
  closeSync: opening.closeSync,
  copyFile: links.copyFile,
  copyFileSync: links.copyFileSync,
  cp,
  cpSync,
  createReadStream,
  createWriteStream,
  exists: access.exists,
  existsSync: access.existsSync,
  fchown: access.fchown,
  fchownSync: access.fchownSync,
  fchmod: access.fchmod,
  fchmodSync: access.fchmodSync,
  fdatasync: opening.fdatasync,
  fdatasyncSync: opening.fdatasyncSync,
  fstat: stats.fstat,
  fstatSync: stats.fstatSync,
  fsync: opening.fsync,
  fsyncSync: opening.fsyncSync,
  ftruncate: opening.ftruncate,
  ftruncateSync: opening.ftruncateSync,
  futimes: times.futimes,
  futimesSync: times.futimesSync,
  glob,
  globSync,
  lchown: access.lchown,
  lchownSync: access.lchownSync,
  // These two are for macOS alone.
  lchmod: undefined,
  lchmodSync: undefined,
  link: links.link,
  linkSync: links.linkSync,
  lstat: stats.lstat,
  lstatSync: stats.lstatSync,
  lutimes: times.lutimes,
  lutimesSync: times.lutimesSync,
  mkdir: directories.mkdir,
  mkdirSync: directories.mkdirSync,
  mkdtemp: directories.mkdtemp,
  mkdtempSync: directories.mkdtempSync,
  mkdtempDisposableSync: directories.mkdtempDisposableSync,
  open: opening.open,
  openSync: opening.openSync,
  openAsBlob,
  openAsBlobSync,
  readdir: directories.readdir,
  readdirSync: directories.readdirSync,
  read: reading.read,
  readSync: reading.readSync,
  readv: reading.readv,
  readvSync: reading.readvSync,
  readFile: readFiles.readFile,
  readFileSync: readFiles.readFileSync,
  readlink: links.readlink,
  readlinkSync: links.readlinkSync,
  realpath,
  realpathSync,
  rename: links.rename,
  renameSync: links.renameSync,
  rm,
  rmSync,
  rmdir: directories.rmdir,
  rmdirSync: directories.rmdirSync,
  stat: stats.stat,
  statfs: stats.statfs,
  statSync: stats.statSync,
  statfsSync: stats.statfsSync,
  symlink: links.symlink,
  symlinkSync: links.symlinkSync,
  truncate: opening.truncate,
  truncateSync: opening.truncateSync,
  unwatchFile,
  unlink: links.unlink,
  unlinkSync: links.unlinkSync,
  utimes: times.utimes,
  utimesSync: times.utimesSync,
  watch,
  watchFile,
  writeFile: writeFiles.writeFile,
  writeFileSync: writeFiles.writeFileSync,
  write: writing.write,
  writeSync: writing.writeSync,
  writev: writing.writev,
  writevSync: writing.writevSync,
  // What is undefined here is loaded when first asked for, see below.
  Dirent: undefined,
  Stats: deprecated,
  ReadStream: undefined,
  WriteStream: undefined,
  FileReadStream: undefined,
  FileWriteStream: undefined,
  Utf8Stream: undefined,
  _toUnixTimestamp: times.toUnixTimestamp,
  Dir: undefined,
  opendir,
  opendirSync,
};

defineLazyProperties(module.exports, 'internal/fs/streams',
                     ['ReadStream', 'WriteStream', 'FileReadStream', 'FileWriteStream']);
defineLazyProperties(module.exports, 'internal/fs/dirent', ['Dirent']);
defineLazyProperties(module.exports, 'internal/fs/dir', ['Dir']);
defineLazyProperties(module.exports, 'internal/fs/utf8_stream', ['Utf8Stream']);
Object.defineProperties(module.exports, {
  constants: { __proto__: null, value: constants, enumerable: true },
  promises: {
    __proto__: null,
    get: () => require('fs/promises'),
    enumerable: true,
    configurable: true,
  },
});
