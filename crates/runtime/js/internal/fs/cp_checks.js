// What fs.cp refuses to do, and how it says so.
'use strict';

const { codes } = require('internal/errors');
const { dirname, parse, resolve, sep } = require('path');

const errnos = { EEXIST: 17, EINVAL: 22, EISDIR: 21, ENOTDIR: 20 };

function cpError(name, code, path, message) {
  return new codes[name]({ message, path, syscall: 'cp', errno: errnos[code], code });
}

// Of the asynchronous forms.
const errors = {
  exists: (dest) => cpError('ERR_FS_CP_EEXIST', 'EEXIST', dest, `${dest} already exists`),
  folder: (src) => cpError('ERR_FS_EISDIR', 'EISDIR', src, `${src} is a directory (not copied)`),
  folderOverFile: (src, dest) => cpError(
    'ERR_FS_CP_DIR_TO_NON_DIR', 'EISDIR', dest, `cannot overwrite non-directory ${dest} with directory ${src}`),
  fileOverFolder: (src, dest) => cpError(
    'ERR_FS_CP_NON_DIR_TO_DIR', 'ENOTDIR', dest, `cannot overwrite directory ${dest} with non-directory ${src}`),
  intoItself: (src, dest, path) => cpError(
    'ERR_FS_CP_EINVAL', 'EINVAL', path, `cannot copy ${src} to a subdirectory of self ${dest}`),
  linkIntoItself: (target, oldTarget, path) => errors.intoItself(target, oldTarget, path),
  linkToSubfolder: (oldTarget, target, dest) => cpError(
    'ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', 'EINVAL', dest, `cannot overwrite ${oldTarget} with ${target}`),
  pipe: (dest) => cpError('ERR_FS_CP_FIFO_PIPE', 'EINVAL', dest, `cannot copy a FIFO pipe: ${dest}`),
  same: (dest) => cpError('ERR_FS_CP_EINVAL', 'EINVAL', dest, 'src and dest cannot be the same'),
  socket: (dest) => cpError('ERR_FS_CP_SOCKET', 'EINVAL', dest, `cannot copy a socket file: ${dest}`),
  unknown: (dest) => cpError('ERR_FS_CP_UNKNOWN', 'EINVAL', dest, `cannot copy an unknown file type: ${dest}`),
};

function plainError(code, message) {
  const error = new Error(message);
  error.code = code;
  return error;
}

function withSlash(folder) {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

// cpSync() has other words for most of them.
const syncErrors = {
  ...errors,
  folder: (src) => plainError(
    'ERR_FS_EISDIR', `Recursive option not enabled, cannot copy a directory: ${withSlash(src)}`),
  folderOverFile: (src, dest) => plainError(
    'ERR_FS_CP_DIR_TO_NON_DIR', `Cannot overwrite non-directory ${dest} with directory ${src}`),
  fileOverFolder: (src, dest) => plainError(
    'ERR_FS_CP_NON_DIR_TO_DIR', `Cannot overwrite directory ${dest} with non-directory ${src}`),
  intoItself: (src, dest) => plainError(
    'ERR_FS_CP_EINVAL', `Cannot copy ${withSlash(src)} to a subdirectory of self ${dest}`),
  pipe: (dest) => plainError('ERR_FS_CP_FIFO_PIPE', `Cannot copy a FIFO pipe: ${dest}`),
  same: (dest) => plainError('ERR_FS_CP_EINVAL', `src and dest cannot be the same ${dest}`),
  socket: (dest) => plainError('ERR_FS_CP_SOCKET', `Cannot copy a socket file: ${dest}`),
  unknown: (dest) => plainError('ERR_FS_CP_UNKNOWN', `Cannot copy an unknown file type: ${dest}`),
};

function isSameFile(one, other) {
  return other.ino !== 0n && other.dev !== 0n && other.ino === one.ino && other.dev === one.dev;
}

// Whether `path` is `folder` or somewhere in it.
function isWithin(folder, path) {
  const parts = resolve(folder).split(sep).filter(Boolean);
  const otherParts = resolve(path).split(sep).filter(Boolean);
  return parts.every((part, i) => otherParts[i] === part);
}

// Gives the stats of both, that of `dest` undefined if it is not there yet.
function* checkPaths(src, dest, options) {
  const operation = options.dereference ? 'stat' : 'lstat';
  const srcStat = yield [operation, src, true];
  const destStat = yield [operation, dest];
  const isFolder = srcStat.isDirectory();
  if (destStat !== undefined) {
    if (isSameFile(srcStat, destStat)) throw options.errors.same(dest);
    if (isFolder && !destStat.isDirectory()) throw options.errors.folderOverFile(src, dest);
    if (!isFolder && destStat.isDirectory()) throw options.errors.fileOverFolder(src, dest);
  }
  if (isFolder && isWithin(src, dest)) throw options.errors.intoItself(src, dest, dest);
  return { srcStat, destStat };
}

// `dest` may lead into `src` by way of links: none of the folders above it may be `src`.
function* checkParents(src, srcStat, dest, options) {
  const srcParent = resolve(dirname(src));
  let parent = resolve(dirname(dest));
  while (parent !== srcParent && parent !== parse(parent).root) {
    const stat = yield ['stat', parent];
    if (stat !== undefined && isSameFile(srcStat, stat)) throw options.errors.intoItself(src, dest, dest);
    parent = dirname(parent);
  }
}

module.exports = { checkParents, checkPaths, errors, isWithin, syncErrors };
