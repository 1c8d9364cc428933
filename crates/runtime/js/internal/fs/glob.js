// fs.glob, globSync and promises.glob.
'use strict';

const fsBinding = binding('fs');
const path = require('path');
const { Dirent } = require('internal/fs/dirent');
const { GlobWalk } = require('internal/fs/glob_walk');
const { UTF8 } = require('internal/fs/encoding');
const { codes } = require('internal/errors');
const { compile, globstar } = require('internal/path/glob');
const {
  S_IFDIR, S_IFLNK, S_IFMT, UV_DIRENT_DIR, UV_DIRENT_FILE, UV_DIRENT_LINK,
} = require('internal/fs/constants');
const { validateCallback } = require('internal/fs/validate');
const { validateBoolean, validateObject, validateString, validateStringArray } = require('internal/validators');

function getCwd(cwd) {
  if (cwd === undefined || cwd === null) return '.';
  if (typeof cwd === 'object' && cwd.href !== undefined) return require('url').fileURLToPath(cwd);
  validateString(cwd, 'paths[0]');
  return cwd;
}

function getPatterns(patterns) {
  if (!Array.isArray(patterns)) {
    validateString(patterns, 'patterns');
    return [patterns];
  }
  validateStringArray(patterns, 'patterns');
  return patterns;
}

// Whether names, one after the other, match the parts of a pattern from `p` on. '**' at the end matches nothing, too.
function matchesParts(names, n, parts, p) {
  if (p === parts.length) return n === names.length;
  const part = parts[p];
  if (part === globstar) {
    if (matchesParts(names, n, parts, p + 1)) return true;
    return n < names.length && names[n][0] !== '.' && matchesParts(names, n + 1, parts, p);
  }
  // A separator at the end says nothing.
  if (part === '' && p === parts.length - 1 && p > 0) return n === names.length;
  if (n === names.length) return false;
  if (typeof part === 'string' ? part !== names[n] : !part.test(names[n])) return false;
  return matchesParts(names, n + 1, parts, p + 1);
}

// Patterns that exclude are about full paths.
function excludeByPatterns(exclude, root) {
  validateStringArray(exclude, 'options.exclude');
  const base = path.resolve(root);
  const all = exclude.flatMap((pattern) => compile(path.join(pattern[0] === '/' ? '/' : base, pattern), false));
  return (relative) => {
    const names = path.resolve(root, relative).split('/');
    return all.some((parts) => matchesParts(names, 0, parts, 0));
  };
}

// What a walk asks before it takes an entry of a folder, and before it goes into a folder.
function getExclusion(exclude, root, withFileTypes) {
  if (exclude === undefined || exclude === null) {
    return { __proto__: null, isExcluded: () => false, isFolderExcluded: () => false };
  }
  if (typeof exclude === 'function') {
    return {
      __proto__: null,
      isExcluded: (entry, folder, isBelow) => isBelow && exclude(withFileTypes ? entry : entry.name),
      isFolderExcluded: (relative) => !withFileTypes && exclude(relative),
    };
  }
  if (!Array.isArray(exclude)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.exclude', ['function', 'string[]'], exclude);
  }
  const isExcluded = excludeByPatterns(exclude, root);
  return {
    __proto__: null,
    isExcluded: (entry, folder) => isExcluded(path.join(folder, entry.name)),
    isFolderExcluded: (relative) => isExcluded(relative),
  };
}

// Whether a link is to be followed: it leads to a folder, and not to one that it is itself in.
function leadsOn(link) {
  let target;
  try {
    target = fsBinding.realpath(link, UTF8);
    fsBinding.stat(target, false, true);
    if ((fsBinding.statNumbers[1] & S_IFMT) !== S_IFDIR) return false;
  } catch {
    return false;
  }
  const home = fsBinding.realpath(path.dirname(link), UTF8);
  return home !== target && !home.startsWith(target === '/' ? '/' : `${target}/`);
}

function typeOfMode(mode) {
  const kind = mode & S_IFMT;
  return kind === S_IFDIR ? UV_DIRENT_DIR : kind === S_IFLNK ? UV_DIRENT_LINK : UV_DIRENT_FILE;
}

class Glob {
  #root;
  #walk;
  #withFileTypes;

  constructor(patterns, options = {}) {
    validateObject(options, 'options');
    const { cwd, exclude, followSymlinks = false, withFileTypes } = options;
    validateBoolean(followSymlinks, 'options.followSymlinks');
    this.#root = getCwd(cwd);
    this.#withFileTypes = Boolean(withFileTypes);
    const exclusion = getExclusion(exclude, this.#root, this.#withFileTypes);
    this.#walk = new GlobWalk(getPatterns(patterns), {
      __proto__: null,
      follows: (relative) => followSymlinks && leadsOn(this.#pathOf(relative)),
      ...exclusion,
    });
  }

  #pathOf(relative) {
    return relative[0] === '/' ? relative : path.join(this.#root, relative);
  }

  // What was found since the last call, as the script gets it.
  takeMatches() {
    const { matches } = this.#walk;
    this.#walk.matches = [];
    return matches.map((match) => (this.#withFileTypes ? match[1] ?? this.#entryOf(match[0]) : match[0]));
  }

  #entryOf(relative) {
    const full = path.resolve(this.#pathOf(relative));
    fsBinding.lstat(full, false, false);
    return new Dirent(path.basename(full), path.dirname(full), typeOfMode(fsBinding.statNumbers[1]));
  }

  // The names of a pattern are looked up one by one: a folder may be large, or not for this user to read.
  #lookUp(folder, names) {
    const entries = [];
    for (const name of new Set(names)) {
      if (name === '') continue;
      try {
        if (fsBinding.lstat(path.join(folder, name), false, false) === false) continue;
      } catch {
        continue;
      }
      entries.push(new Dirent(name, folder, typeOfMode(fsBinding.statNumbers[1])));
    }
    return entries;
  }

  // What cannot be read has nothing in it.
  runSync() {
    const { readdirSync } = require('internal/fs/directories');
    for (let visit = this.#walk.next(); visit !== undefined; visit = this.#walk.next()) {
      const folder = this.#pathOf(visit.path);
      let entries;
      try {
        entries = visit.names === undefined ?
          readdirSync(folder, { __proto__: null, withFileTypes: true }) :
          this.#lookUp(folder, visit.names);
      } catch {
        continue;
      }
      this.#walk.take(visit, entries);
    }
    return this.takeMatches();
  }

  // One folder: calls back with whether there may be more.
  step(callback) {
    const visit = this.#walk.next();
    if (visit === undefined) {
      process.nextTick(callback, false);
      return;
    }
    const folder = this.#pathOf(visit.path);
    if (visit.names !== undefined) {
      this.#walk.take(visit, this.#lookUp(folder, visit.names));
      process.nextTick(callback, true);
      return;
    }
    require('internal/fs/directories').readdir(folder, { __proto__: null, withFileTypes: true }, (error, entries) => {
      if (error === null) this.#walk.take(visit, entries);
      callback(true);
    });
  }
}

function globSync(patterns, options) {
  return new Glob(patterns, options).runSync();
}

function glob(patterns, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateCallback(callback);
  const search = new Glob(patterns, options);
  const goOn = (mayHaveMore) => {
    if (mayHaveMore) search.step(goOn);
    else callback(null, search.takeMatches());
  };
  search.step(goOn);
}

async function* globPromise(patterns, options) {
  const search = new Glob(patterns, options);
  while (true) {
    const mayHaveMore = await new Promise((resolve) => search.step(resolve));
    yield* search.takeMatches();
    if (!mayHaveMore) return;
  }
}

module.exports = { glob, globPromise, globSync };
