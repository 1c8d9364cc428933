// fs.utimes, futimes, lutimes and their Sync forms.
'use strict';

const fsBinding = binding('fs');
const { codes } = require('internal/errors');
const { getValidatedFd, getValidatedPath, validateCallback } = require('internal/fs/validate');

// A time as seconds since 1970: a number, a numeric string, or a Date.
function toUnixTimestamp(time, name = 'time') {
  if (typeof time === 'string' && +time == time) return +time;
  if (Number.isFinite(time)) return time < 0 ? Date.now() / 1000 : time;
  if (time instanceof Date) return time.getTime() / 1000;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'], time);
}

function utimes(path, atime, mtime, callback) {
  validateCallback(callback);
  path = getValidatedPath(path);
  fsBinding.utimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime), callback);
}

function utimesSync(path, atime, mtime) {
  path = getValidatedPath(path);
  fsBinding.utimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime));
}

function futimes(fd, atime, mtime, callback) {
  atime = toUnixTimestamp(atime, 'atime');
  mtime = toUnixTimestamp(mtime, 'mtime');
  validateCallback(callback);
  fsBinding.futimes(getValidatedFd(fd), atime, mtime, callback);
}

function futimesSync(fd, atime, mtime) {
  atime = toUnixTimestamp(atime, 'atime');
  mtime = toUnixTimestamp(mtime, 'mtime');
  fsBinding.futimes(getValidatedFd(fd), atime, mtime);
}

function lutimes(path, atime, mtime, callback) {
  validateCallback(callback);
  path = getValidatedPath(path);
  fsBinding.lutimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime), callback);
}

function lutimesSync(path, atime, mtime) {
  path = getValidatedPath(path);
  fsBinding.lutimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime));
}

module.exports = { futimes, futimesSync, lutimes, lutimesSync, toUnixTimestamp, utimes, utimesSync };
