// fs.realpath, realpathSync and their native forms.
'use strict';

const fsBinding = binding('fs');
const { bindingNameEncoding, decodeName } = require('internal/fs/encoding');
const { getOptions, getValidatedPath, validateCallback } = require('internal/fs/validate');
const { S_IFIFO, S_IFLNK, S_IFMT, S_IFSOCK } = require('internal/fs/constants');

const MODE = 1;
const noOptions = { __proto__: null, encoding: undefined };

function nativeSync(path, options) {
  const { encoding } = getOptions(options, noOptions);
  return decodeName(fsBinding.realpath(getValidatedPath(path), bindingNameEncoding(encoding)), encoding);
}

function native(path, options, callback) {
  callback ||= options;
  validateCallback(callback);
  const { encoding } = getOptions(options, noOptions);
  fsBinding.realpath(getValidatedPath(path), bindingNameEncoding(encoding), (error, real) => {
    if (error !== null) callback(error);
    else callback(null, decodeName(real, encoding));
  });
}

function encodeResult(result, encoding) {
  if (!encoding || encoding === 'utf8') return result;
  const bytes = require('buffer').Buffer.from(result);
  return encoding === 'buffer' ? bytes : bytes.toString(encoding);
}

// `..` is taken away before links are followed, so `link/..` is where the link is, not where it leads.
function resolved(path) {
  if (typeof path !== 'string') path = typeof path?.href === 'string' ? getValidatedPath(path) : `${path}`;
  return require('path').resolve(getValidatedPath(path));
}

// The system's own realpath answers nearly always. What it cannot follow, a link to a pipe say, is walked, and so
// is a path that leads nowhere: the error then names the part that is missing.
function realpathSync(path, options) {
  const { encoding } = getOptions(options, noOptions);
  path = resolved(path);
  let real;
  try {
    real = fsBinding.realpath(path, bindingNameEncoding('utf8'));
  } catch {
    real = walkSync(path);
  }
  return encodeResult(real, encoding);
}

function realpath(path, options, callback) {
  if (typeof options === 'function') callback = options;
  validateCallback(callback);
  const { encoding } = getOptions(options, noOptions);
  path = resolved(path);
  function done(error, real) {
    if (error !== null) callback(error);
    else callback(null, encodeResult(real, encoding));
  }
  fsBinding.realpath(path, bindingNameEncoding('utf8'), (error, real) => {
    if (error === null) done(null, real);
    else walk(path, done);
  });
}

// The first part of `path` after position `from`, as [the path up to its end, the position after it].
function nextPart(path, from) {
  const slash = path.indexOf('/', from);
  return slash === -1 ? [path, path.length] : [path.slice(0, slash), slash + 1];
}

function isEndOfWalk(mode) {
  const type = mode & S_IFMT;
  return type === S_IFIFO || type === S_IFSOCK;
}

function walkSync(path) {
  const { resolve, dirname } = require('path');
  let position = 1;
  while (position < path.length) {
    const { 0: part, 1: after } = nextPart(path, position);
    fsBinding.lstat(part, false, true);
    const mode = fsBinding.statNumbers[MODE];
    if ((mode & S_IFMT) === S_IFLNK) {
      fsBinding.stat(part, false, true);
      const ends = isEndOfWalk(fsBinding.statNumbers[MODE]);
      const target = resolve(dirname(part), fsBinding.readlink(part, bindingNameEncoding('utf8')));
      path = resolve(target, path.slice(after));
      if (ends) return path;
      position = 1;
    } else {
      position = after;
    }
  }
  return path;
}

function walk(path, done) {
  const { resolve, dirname } = require('path');
  function visit(position) {
    if (position >= path.length) {
      done(null, path);
      return;
    }
    const { 0: part, 1: after } = nextPart(path, position);
    fsBinding.lstat(part, false, true, (error) => {
      if (error !== null) done(error);
      else if ((fsBinding.statNumbers[MODE] & S_IFMT) !== S_IFLNK) visit(after);
      else follow(part, after);
    });
  }
  function follow(part, after) {
    fsBinding.stat(part, false, true, (error) => {
      if (error !== null) {
        done(error);
        return;
      }
      const ends = isEndOfWalk(fsBinding.statNumbers[MODE]);
      fsBinding.readlink(part, bindingNameEncoding('utf8'), (linkError, target) => {
        if (linkError !== null) {
          done(linkError);
          return;
        }
        path = resolve(resolve(dirname(part), target), path.slice(after));
        if (ends) done(null, path);
        else visit(1);
      });
    });
  }
  visit(1);
}

module.exports = { native, nativeSync, realpath, realpathSync };
