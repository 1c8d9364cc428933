// fs.cp, cpSync and fs.promises.cp: copying files and whole trees.
// The copying is written once, as generators that yield operations of the binding; whoever runs them does these
// synchronously or not. A stat of what is not there gives undefined, unless it is said to be necessary.
'use strict';

const fsBinding = binding('fs');
const { checkParents, checkPaths, errors, isWithin, syncErrors } = require('internal/fs/cp_checks');
const { codes } = require('internal/errors');
const { dirname, isAbsolute, join, resolve } = require('path');
const { getValidatedPath, validateCallback } = require('internal/fs/validate');
const { makeStats } = require('internal/fs/stats');
const { UTF8 } = require('internal/fs/encoding');
const { validateBoolean, validateFunction, validateInteger, validateObject } = require('internal/validators');

const OWNER_MAY_WRITE = 0o200;

function getCpOptions(given) {
  const options = {
    dereference: false,
    errorOnExist: false,
    filter: undefined,
    force: true,
    mode: 0,
    preserveTimestamps: false,
    recursive: false,
    verbatimSymlinks: false,
  };
  if (given === undefined) return options;
  validateObject(given, 'options');
  Object.assign(options, given);
  for (const name of
    ['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks']) {
    validateBoolean(options[name], `options.${name}`);
  }
  options.mode ??= 0;
  validateInteger(options.mode, 'mode', 0, 7);
  if (options.dereference && options.verbatimSymlinks) {
    throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('dereference', 'verbatimSymlinks');
  }
  if (options.filter !== undefined) validateFunction(options.filter, 'options.filter');
  return options;
}

function* copy(src, dest, options) {
  if (options.filter !== undefined && !(yield ['filter', options.filter, src, dest])) return;
  const { srcStat, destStat } = yield* checkPaths(src, dest, options);
  yield* checkParents(src, srcStat, dest, options);
  binding('permission').check('fs.write', dest);
  yield ['mkdir', dirname(dest), 0o777, true];
  yield* copyAny(src, srcStat, dest, destStat, options);
}

function* copyAny(src, srcStat, dest, destStat, options) {
  if (srcStat.isDirectory()) {
    if (!options.recursive) throw options.errors.folder(src);
    yield* copyFolder(src, srcStat, dest, destStat, options);
  } else if (srcStat.isFile() || srcStat.isCharacterDevice() || srcStat.isBlockDevice()) {
    yield* copyFile(src, srcStat, dest, destStat, options);
  } else if (srcStat.isSymbolicLink()) {
    yield* copyLink(src, dest, destStat, options);
  } else if (srcStat.isSocket()) {
    throw options.errors.socket(dest);
  } else if (srcStat.isFIFO()) {
    throw options.errors.pipe(dest);
  } else {
    throw options.errors.unknown(dest);
  }
}

function* copyFolder(src, srcStat, dest, destStat, options) {
  if (destStat === undefined) yield ['mkdir', dest, 0o777, false];
  else if (options.errorOnExist && !options.force) throw options.errors.exists(dest);
  const names = yield ['readdir', src, UTF8, false, false];
  for (const name of names) {
    const srcItem = join(src, name);
    const destItem = join(dest, name);
    if (options.filter !== undefined && !(yield ['filter', options.filter, srcItem, destItem])) continue;
    const stats = yield* checkPaths(srcItem, destItem, options);
    yield* copyAny(srcItem, stats.srcStat, destItem, stats.destStat, options);
  }
  if (destStat === undefined) yield ['chmod', dest, Number(srcStat.mode) & 0o7777];
}

function* copyFile(src, srcStat, dest, destStat, options) {
  if (destStat !== undefined) {
    if (options.force) {
      yield ['unlink', dest];
    } else {
      if (options.errorOnExist) throw options.errors.exists(dest);
      return;
    }
  }
  yield ['copyFile', src, dest, options.mode];
  if (options.preserveTimestamps) yield* copyTimes(src, srcStat, dest);
}

// A file that its owner may not write has to be writable while its times are set.
function* copyTimes(src, srcStat, dest) {
  const mode = Number(srcStat.mode) & 0o7777;
  const readOnly = (mode & OWNER_MAY_WRITE) === 0;
  if (readOnly) yield ['chmod', dest, mode | OWNER_MAY_WRITE];
  // Reading the file for the copy has changed when it was last read.
  const { atimeNs, mtimeNs } = yield ['stat', src, true];
  yield ['utimes', dest, Number(atimeNs) / 1e9, Number(mtimeNs) / 1e9];
  if (readOnly) yield ['chmod', dest, mode];
}

function* copyLink(src, dest, destStat, options) {
  let target = yield ['readlink', src, UTF8];
  if (!options.verbatimSymlinks && !isAbsolute(target)) target = resolve(dirname(src), target);
  if (destStat === undefined) {
    yield ['symlink', target, dest];
    return;
  }
  let oldTarget;
  try {
    oldTarget = yield ['readlink', dest, UTF8];
  } catch (error) {
    // What is there is no link: the attempt to make one tells so.
    if (error.code !== 'EINVAL') throw error;
    yield ['symlink', target, dest];
    return;
  }
  oldTarget = resolve(dirname(dest), oldTarget);
  const leadsToFolder = (yield ['stat', src])?.isDirectory();
  if (leadsToFolder && isWithin(target, oldTarget)) throw options.errors.linkIntoItself(target, oldTarget, dest);
  if (leadsToFolder && isWithin(oldTarget, target)) throw options.errors.linkToSubfolder(oldTarget, target, dest);
  yield ['unlink', dest];
  yield ['symlink', target, dest];
}

function runSync(steps) {
  let step = steps.next();
  while (!step.done) {
    let value;
    try {
      value = performSync(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
}

function performSync({ 0: operation, 1: first, 2: second, 3: third, 4: fourth }) {
  switch (operation) {
    case 'filter': {
      const wanted = first(second, third);
      if (typeof wanted?.then === 'function') {
        throw new codes.ERR_INVALID_RETURN_VALUE('boolean', 'filter', wanted);
      }
      return wanted;
    }
    case 'stat':
    case 'lstat':
      return statsOf(fsBinding[operation](first, true, second === true));
    case 'readdir':
      return fsBinding.readdir(first, second, third, fourth);
    default:
      return fsBinding[operation](first, second, third);
  }
}

function statsOf(found) {
  return found === false ? undefined : makeStats(found);
}

async function run(steps) {
  let step = steps.next();
  while (!step.done) {
    let value;
    try {
      value = await perform(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
}

function perform({ 0: operation, ...args }) {
  if (operation === 'filter') return args[1](args[2], args[3]);
  return new Promise((resolve, reject) => {
    const settle = (error, value) => (error === null ? resolve(value) : reject(error));
    if (operation === 'stat' || operation === 'lstat') {
      fsBinding[operation](args[1], true, args[2] === true, (error, found) => {
        if (error !== null) reject(error);
        else resolve(statsOf(found));
      });
    } else {
      fsBinding[operation](...Object.values(args), settle);
    }
  });
}

function begin(src, dest, given, tableOfErrors) {
  const options = getCpOptions(given);
  options.errors = tableOfErrors;
  src = String(getValidatedPath(src, 'src'));
  dest = String(getValidatedPath(dest, 'dest'));
  if (tableOfErrors === syncErrors) checkPermission(src, dest);
  return copy(src, dest, options);
}

// Before anything is looked at.
function checkPermission(src, dest) {
  const native = binding('permission');
  native.check('fs.read', src);
  native.check('fs.write', dest);
}

function cpSync(src, dest, options) {
  runSync(begin(src, dest, options, syncErrors));
}

function cp(src, dest, options, callback) {
  const given = typeof options === 'function' ? { callback: options } : { callback, options };
  validateCallback(given.callback);
  // In a tick, what the callback throws is no failure of the copy.
  const report = (...outcome) => { process.nextTick(given.callback, ...outcome); };
  run(begin(src, dest, given.options, errors)).then(() => report(null, undefined), report);
}

async function cpPromise(src, dest, options) {
  await run(begin(src, dest, options, errors));
}

module.exports = { cp, cpPromise, cpSync };
