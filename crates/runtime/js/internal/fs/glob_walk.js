// The walk of fs.glob through folders. It asks for folders to be looked at and takes what is in them, so that it can be
// done at once or by the pool.
//
// A place in a pattern is a number: all parts of all patterns lie in one list, each pattern followed by an end. Where
// the walk is in a folder is the set of places that are open there: what is next for a name in that folder.
'use strict';

const { compile, globstar } = require('internal/path/glob');

const end = Symbol('end');

function joinPath(folder, name) {
  if (folder === '.') return name;
  return folder.at(-1) === '/' ? folder + name : `${folder}/${name}`;
}

function parentOf(path) {
  if (path === '.') return '..';
  if (path === '..' || path.endsWith('/..')) return `${path}/..`;
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '.' : path.slice(0, slash) || '/';
}

// A folder that is to be looked at, and the places that are open there. `names` are the only ones that matter, if
// that is known: then the folder need not be listed.
class Visit {
  constructor(path, places) {
    this.path = path;
    this.places = places;
    this.names = undefined;
  }
}

class GlobWalk {
  #parts = [];
  #stack = [];
  // The same visits, by path.
  #waiting = new Map();
  #seen = new Set();
  #found = new Set();
  #follows;
  #isExcluded;
  #isFolderExcluded;

  // isExcluded(entry, folder, isBelow) is asked of what a folder has (isBelow: it would be taken by a '**'),
  // isFolderExcluded(path) of folders before they are visited.
  constructor(patterns, { follows, isExcluded, isFolderExcluded }) {
    this.#follows = follows;
    this.#isExcluded = isExcluded;
    this.#isFolderExcluded = isFolderExcluded;
    // What was found since it was last taken: [path, entry].
    this.matches = [];
    for (const pattern of patterns) {
      for (const parts of compile(pattern, false)) this.#addPattern(parts);
    }
  }

  #addPattern(given) {
    const isAbsolute = given.length > 1 && given[0] === '';
    const isDotted = given[0] === '.';
    const parts = given.filter((part, index) => index > 0 || !(isAbsolute || isDotted));
    if (parts.every((part) => part === '' || part === '..')) return;
    const start = this.#parts.length;
    for (let i = 0; i < parts.length; i++) {
      // Two in a row say no more than one.
      if (parts[i] === globstar && parts[i + 1] === globstar) continue;
      this.#parts.push(parts[i]);
    }
    this.#parts.push(end);
    this.#open(isAbsolute ? '/' : '.', [start]);
  }

  // Has a folder visited with these places, unless it was.
  #open(path, places) {
    const open = places.filter((place) => !this.#seen.has(`${place} ${path}`));
    if (open.length === 0) return;
    for (const place of open) this.#seen.add(`${place} ${path}`);
    const waiting = this.#waiting.get(path);
    if (waiting !== undefined) {
      waiting.places = waiting.places.concat(open);
      return;
    }
    const visit = new Visit(path, open);
    this.#stack.push(visit);
    this.#waiting.set(path, visit);
  }

  #report(path, entry) {
    if (this.#found.has(path)) return;
    this.#found.add(path);
    this.matches.push([path, entry]);
  }

  // The next folder that is to be looked at; undefined at the end.
  next() {
    while (this.#stack.length > 0) {
      const visit = this.#stack.pop();
      this.#waiting.delete(visit.path);
      if (visit.path !== '.' && this.#isFolderExcluded(visit.path)) continue;
      const places = this.#settle(visit);
      if (places.length === 0) continue;
      visit.places = places;
      visit.names = this.#plainNames(places);
      return visit;
    }
    return undefined;
  }

  // The places from which names go on. Those that need no name are dealt with: '**' may stand for nothing, '..' leads
  // up, an end means the folder itself.
  #settle({ path, places }) {
    const all = places.slice();
    const open = [];
    for (let i = 0; i < all.length; i++) {
      const place = all[i];
      const part = this.#parts[place];
      if (part === end || (part === '' && this.#parts[place + 1] === end)) {
        this.#report(path, undefined);
      } else if (part === '..') {
        this.#goUp(path, place);
      } else {
        if (part === globstar && !all.includes(place + 1)) all.push(place + 1);
        open.push(place);
      }
    }
    return open;
  }

  #goUp(path, place) {
    const parent = parentOf(path);
    if (this.#parts[place + 1] === end) this.#report(parent, undefined);
    else this.#open(parent, [place + 1]);
  }

  #plainNames(places) {
    const names = [];
    for (const place of places) {
      if (typeof this.#parts[place] !== 'string') return undefined;
      names.push(this.#parts[place]);
    }
    return names;
  }

  // What a folder has: entries with names and types.
  take(visit, entries) {
    const { path, places } = visit;
    const isBelow = places.some((place) => this.#parts[place] === globstar);
    for (const entry of entries) {
      if (!this.#accepts(entry.name, places) || this.#isExcluded(entry, path, isBelow && entry.name[0] !== '.')) continue;
      this.#takeEntry(entry, joinPath(path, entry.name), places);
    }
  }

  #accepts(name, places) {
    return places.some((place) => {
      const part = this.#parts[place];
      return part === globstar ? name[0] !== '.' : typeof part === 'string' ? part === name : part.test(name);
    });
  }

  #takeEntry(entry, path, places) {
    const isFolder = entry.isDirectory();
    const isLink = entry.isSymbolicLink();
    const further = [];
    for (const place of places) {
      const part = this.#parts[place];
      if (part === globstar) {
        this.#takeBelow(entry, path, place, further);
      } else if (typeof part === 'string' ? part === entry.name : part.test(entry.name)) {
        // Only names that are spelled out lead through links.
        const leads = isFolder || (isLink && (typeof part === 'string' || this.#follows(path)));
        const next = this.#parts[place + 1];
        if (next === end) this.#report(path, entry);
        else if (leads || (isLink && next === '..')) further.push(place + 1);
      }
    }
    if (further.length > 0) this.#open(path, further);
  }

  // '**' goes into folders.
  #takeBelow(entry, path, place, further) {
    if (entry.name[0] === '.') return;
    if (entry.isDirectory() || (entry.isSymbolicLink() && this.#follows(path))) {
      further.push(place);
    } else if (this.#parts[place + 1] === end) {
      this.#report(path, entry);
    }
  }
}

module.exports = { GlobWalk };
