// fs.utimes, futimes, lutimes and their Sync forms.
'use strict';

const fsBinding = binding('fs');
const { codes } = require('internal/errors');
const { isDate } = require('internal/util/types');
const { getValidatedFd, getValidatedPath, validateCallback } = require('internal/fs/validate');

// A time as seconds since 1970: a number, a numeric string, or a Date.
function toUnixTimestamp(time, name = 'time') {
  const seconds = secondsOf(time);
  // NaN stands for what is no time; a Date may be none, too.
  if (seconds !== seconds && !isDate(time)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'], time);
  }
  return seconds;
}

function secondsOf(time) {
  if (typeof time === 'string') return Number(time);
  if (typeof time !== 'number') return isDate(time) ? Date.prototype.getTime.call(time) / 1000 : NaN;
  if (!Number.isFinite(time)) return NaN;
  // Before 1970 there is only now.
  return time < 0 ? Date.now() / 1000 : time;
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
