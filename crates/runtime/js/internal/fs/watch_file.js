// fs.watchFile and unwatchFile: a file's state is asked for again and again.
'use strict';

const EventEmitter = require('events');
const fsBinding = binding('fs');
const { getValidatedPath } = require('internal/fs/validate');
const { statsOf } = require('internal/fs/stats');
const { validateFunction, validateUint32 } = require('internal/validators');

const defaultInterval = 5007;

// By full path.
const watchers = new Map();

class StatWatcher extends EventEmitter {
  #bigint;
  // How many listeners there are that keep the program running, and how many at most.
  #refs = 0;
  #users = 0;

  constructor(bigint) {
    super();
    this._handle = null;
    this.#bigint = bigint;
  }

  // The first change may be that there is nothing.
  #tell(status, now, before) {
    this.emit('change', statsOf(now), statsOf(before));
  }

  #setRefs(count) {
    this.#refs = Math.max(0, Math.min(count, this.#users));
    if (this.#refs > 0) this._handle?.ref();
    else this._handle?.unref();
  }

  start(path, interval) {
    if (path === undefined || this._handle !== null) return;
    this._handle = fsBinding.watchStat(path, interval, this.#bigint,
                                       (status, now, before) => this.#tell(status, now, before));
  }

  stop() {
    const handle = this._handle;
    if (handle === null) return;
    this._handle = null;
    handle.close();
    process.nextTick(emitStop, this);
  }

  ref() {
    this.#setRefs(this.#refs + 1);
    return this;
  }

  unref() {
    this.#setRefs(this.#refs - 1);
    return this;
  }

  static addUser(watcher, keepsRunning) {
    watcher.#users++;
    watcher.#setRefs(watcher.#refs + (keepsRunning ? 1 : 0));
  }

  static removeUsers(watcher, count) {
    watcher.#users -= count;
    watcher.#setRefs(watcher.#refs);
  }
}
const { addUser, removeUsers } = StatWatcher;
delete StatWatcher.addUser;
delete StatWatcher.removeUsers;

function emitStop(watcher) {
  watcher.emit('stop');
}

function keyOf(filename) {
  const path = getValidatedPath(filename);
  return require('path').resolve(typeof path === 'string' ? path : `${require('buffer').Buffer.from(path)}`);
}

function watchFile(filename, options, listener) {
  const path = keyOf(filename);
  if (options === null || typeof options !== 'object') {
    listener = options;
    options = undefined;
  }
  validateFunction(listener, 'listener');
  const { bigint = false, interval = defaultInterval, persistent = true } = options ?? {};
  let watcher = watchers.get(path);
  if (watcher === undefined) {
    validateUint32(interval, 'interval');
    watcher = new StatWatcher(Boolean(bigint));
    watcher.start(path, interval);
    watchers.set(path, watcher);
  }
  addUser(watcher, persistent);
  watcher.addListener('change', listener);
  return watcher;
}

// Without a listener, for all of them.
function unwatchFile(filename, listener) {
  const path = keyOf(filename);
  const watcher = watchers.get(path);
  if (watcher === undefined) return;
  const before = watcher.listenerCount('change');
  if (typeof listener === 'function') watcher.removeListener('change', listener);
  else watcher.removeAllListeners('change');
  const left = watcher.listenerCount('change');
  removeUsers(watcher, before - left);
  if (left === 0) {
    watcher.stop();
    watchers.delete(path);
  }
}

module.exports = { unwatchFile, watchFile };
