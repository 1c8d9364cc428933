// fs.watch: what the system tells of changes to a file, a folder or all that is below it.
'use strict';

const EventEmitter = require('events');
const fsBinding = binding('fs');
const { addAbortListener } = require('internal/events/abort_listener');
const { bindingNameEncoding, decodeName } = require('internal/fs/encoding');
const { getOptions, getValidatedPath } = require('internal/fs/validate');
const { makeIgnore } = require('internal/fs/watch_ignore');
const { UVException } = require('internal/errors');
const { validateBoolean, validateFunction } = require('internal/validators');

// The binding's numbers for what has happened; what is negative is an error.
const eventTypes = ['rename', 'change'];

const ENOENT = -2;
const ENOSPC = -28;

function watchError(errno, filename) {
  const error = new UVException({
    __proto__: null,
    errno,
    syscall: 'watch',
    path: filename,
    message: errno === ENOSPC ? 'System limit for number of file watchers reached' : '',
  });
  error.filename = filename;
  return error;
}

// A tree is looked at before it is watched, and so it is that look that fails.
function checkTree(path, filename) {
  try {
    fsBinding.stat(path, false, true);
  } catch (error) {
    error.filename = filename;
    throw error;
  }
}

// Begins to watch: onChange(errno) or onChange(0, eventType, filename) is called. `settings` are the options of
// fs.watch, checked.
function openWatch(filename, settings, onChange) {
  const path = getValidatedPath(filename);
  const { encoding, recursive } = settings;
  if (recursive) checkTree(path, filename);
  const isIgnored = makeIgnore(settings.ignore, recursive);
  const handle = fsBinding.watch(path, recursive, bindingNameEncoding(encoding), (what, name) => {
    if (what < 0) {
      onChange(what);
      return;
    }
    const shown = decodeName(name, encoding);
    if (isIgnored === undefined || !isIgnored(shown)) onChange(0, eventTypes[what], shown);
  });
  if (typeof handle === 'number') throw watchError(handle, filename);
  if (!settings.persistent) handle.unref();
  return handle;
}

class FSWatcher extends EventEmitter {
  constructor() {
    super();
    // What the system watches; null when it does not.
    this._handle = null;
  }

  start() {}

  close() {
    const handle = this._handle;
    if (handle === null) return;
    this._handle = null;
    handle.close();
    process.nextTick(emitClose, this);
  }

  ref() {
    this._handle?.ref();
    return this;
  }

  unref() {
    this._handle?.unref();
    return this;
  }
}

function emitClose(watcher) {
  watcher.emit('close');
}

// An error ends the watching, without a 'close'.
function tell(watcher, filename, errno, eventType, name) {
  if (errno === 0) {
    watcher.emit('change', eventType, name);
    return;
  }
  const handle = watcher._handle;
  watcher._handle = null;
  handle?.close();
  watcher.emit('error', watchError(errno, filename));
}

function start(watcher, filename, settings) {
  try {
    watcher._handle = openWatch(filename, settings, (errno, eventType, name) => {
      tell(watcher, filename, errno, eventType, name);
    });
  } catch (error) {
    if (error.errno !== ENOENT || settings.throwIfNoEntry !== false) throw error;
  }
}

function closeOnAbort(watcher, signal) {
  if (signal.aborted) {
    process.nextTick(() => watcher.close());
    return;
  }
  const subscription = addAbortListener(signal, () => watcher.close());
  watcher.once('close', subscription[Symbol.dispose]);
}

function watch(filename, options, listener) {
  if (typeof options === 'function') listener = options;
  getValidatedPath(filename);
  const given = getOptions(options, { __proto__: null });
  const { encoding, ignore, persistent = true, recursive = false, signal, throwIfNoEntry } = given;
  validateBoolean(recursive, 'options.recursive');
  if (listener !== undefined) validateFunction(listener, 'listener');
  const watcher = new FSWatcher();
  start(watcher, filename, { __proto__: null, encoding, ignore, persistent, recursive, throwIfNoEntry });
  if (listener !== undefined) watcher.addListener('change', listener);
  if (signal) closeOnAbort(watcher, signal);
  return watcher;
}

module.exports = { FSWatcher, openWatch, watch, watchError };
