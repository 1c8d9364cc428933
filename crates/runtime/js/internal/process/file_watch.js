// Waits for changes of files, and of everything in folders. Changes that come together are told at once.
'use strict';

const path = require('path');
const fs = require('fs');
const { setTimeout, clearTimeout } = require('timers');

// So long nothing may have changed before changes are told, in milliseconds.
const kQuiet = 200;

class FileWatch {
  #onChange;
  #watched = new Map();
  #changed = new Set();
  #timer;

  // `onChange` gets a list of paths, the last that changed at its end.
  constructor(onChange) {
    this.#onChange = onChange;
  }

  // Files are looked at by way of their folders: an editor may put another in the place of one.
  follow(file) {
    let isFolder;
    try {
      isFolder = fs.statSync(file).isDirectory();
    } catch {
      return;
    }
    const folder = isFolder ? file : path.dirname(file);
    const watched = this.#watched.get(folder) ?? this.#watch(folder, isFolder);
    if (isFolder) watched.isWhole = true;
    else watched.names.add(path.basename(file));
  }

  #watch(folder, recursive) {
    const watched = { names: new Set(), isWhole: false, watcher: undefined };
    this.#watched.set(folder, watched);
    watched.watcher = fs.watch(folder, { recursive }, (_, name) => this.#note(watched, folder, name));
    watched.watcher.on('error', () => {});
    return watched;
  }

  #note({ isWhole, names }, folder, name) {
    if (name === null || (!isWhole && !names.has(name))) return;
    const file = path.join(folder, name);
    this.#changed.delete(file);
    this.#changed.add(file);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), kQuiet);
  }

  #tell() {
    const changed = Array.from(this.#changed);
    this.#changed.clear();
    this.#onChange(changed);
  }

  close() {
    clearTimeout(this.#timer);
    this.#watched.forEach(({ watcher }) => watcher.close());
    this.#watched.clear();
  }
}

module.exports = { FileWatch };
