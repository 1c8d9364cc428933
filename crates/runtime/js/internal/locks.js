// navigator.locks: names that one callback, or several that share, can hold at a time.
// https://w3c.github.io/web-locks/
'use strict';

const { codes } = require('internal/errors');
const { DOMException } = require('internal/dom_exception');
const { channel } = require('diagnostics_channel');

const kCreate = Symbol('kCreate');
const kName = Symbol('kName');
const kMode = Symbol('kMode');

const startChannel = channel('locks.request.start');
const grantChannel = channel('locks.request.grant');
const missChannel = channel('locks.request.miss');
const endChannel = channel('locks.request.end');

// Who holds a lock and who waits is known in Rust, for all threads.
const native = binding('locks');
const kIfAvailable = 1;
const kSteal = 2;

// The requests of this thread that hold a lock or wait for one, by their numbers.
const requests = new Map();
let isOpen = false;

// Hears what became of them, of what this thread did as well as others.
function hear() {
  for (let news = native.takeNews(); news !== 0; news = native.takeNews()) {
    const request = requests.get(Math.abs(news));
    if (request === undefined) continue;
    if (news > 0) request.grant();
    else request.fail(new DOMException('The operation was aborted', 'AbortError'));
  }
}

class Lock {
  constructor(token, name, mode) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this[kName] = name;
    this[kMode] = mode;
  }

  get name() {
    return this[kName];
  }

  get mode() {
    return this[kMode];
  }
}

class Request {
  constructor(name, options, callback, resolve, reject) {
    this.name = name;
    this.mode = options.mode;
    this.options = options;
    this.callback = callback;
    this.resolve = resolve;
    this.reject = reject;
    this.isOver = false;
    // Its number, once it holds a lock or waits for one.
    this.id = 0;
    this.isWaiting = false;
  }

  tell(to) {
    if (to.hasSubscribers) to.publish({ name: this.name, mode: this.mode });
  }

  grant() {
    this.isWaiting = false;
    this.tell(grantChannel);
    this.run(new Lock(kCreate, this.name, this.mode));
  }

  // The lock is held until what the callback has returned is settled.
  run(lock) {
    let result;
    try {
      result = (0, this.callback)(lock);
    } catch (error) {
      this.fail(error);
      return;
    }
    Promise.resolve(result).then(
      (value) => {
        this.end(undefined);
        this.resolve(value);
      },
      (error) => this.fail(error));
  }

  fail(error) {
    this.end(error);
    this.reject(error);
  }

  // A lock that was stolen has come to its end before its callback.
  end(error) {
    if (this.isOver) return;
    this.isOver = true;
    if (endChannel.hasSubscribers) {
      const { name, mode } = this;
      const { ifAvailable, steal } = this.options;
      endChannel.publish({ name, mode, ifAvailable, steal, error });
    }
    if (this.id === 0) return;
    requests.delete(this.id);
    native.release(this.id);
    hear();
  }
}

// Gives a request up that still waits when its signal aborts.
function heed(request, signal) {
  const onAbort = () => {
    if (!request.isWaiting) return;
    request.isWaiting = false;
    requests.delete(request.id);
    native.release(request.id);
    request.reject(signal.reason);
    hear();
  };
  signal.addEventListener('abort', onAbort, { __proto__: null, once: true });
}

function start(request) {
  if (!isOpen) {
    isOpen = true;
    native.open(hear);
  }
  request.tell(startChannel);
  const { ifAvailable, steal, signal } = request.options;
  const kind = steal ? kSteal : ifAvailable ? kIfAvailable : 0;
  const id = native.request(request.name, request.mode === 'shared', kind);
  if (id === 0) {
    request.tell(missChannel);
    request.run(null);
    return;
  }
  request.id = Math.abs(id);
  requests.set(request.id, request);
  if (id > 0) {
    request.grant();
    // Those who were robbed.
    if (steal) hear();
  } else {
    request.isWaiting = true;
    if (signal !== undefined) heed(request, signal);
  }
}

function readOptions(given) {
  if (given !== undefined && given !== null && typeof given !== 'object' && typeof given !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', given);
  }
  const mode = given?.mode === undefined ? 'exclusive' : `${given.mode}`;
  if (mode !== 'exclusive' && mode !== 'shared') {
    throw plain('ERR_INVALID_ARG_VALUE', `mode '${mode}' is not a valid enum value of type LockMode.`);
  }
  const signal = given?.signal;
  if (signal !== undefined && (typeof signal !== 'object' || signal === null)) {
    throw plain('ERR_INVALID_ARG_TYPE', 'signal is not an object.');
  }
  if (signal !== undefined && !(signal instanceof require('internal/abort_controller').AbortSignal)) {
    throw plain('ERR_INVALID_ARG_TYPE', 'signal is not of type AbortSignal.');
  }
  return { mode, ifAvailable: Boolean(given?.ifAvailable), steal: Boolean(given?.steal), signal };
}

function plain(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

function checkRequest(name, options) {
  const refuse = (message) => { throw new DOMException(message, 'NotSupportedError'); };
  if (name[0] === '-') refuse('Lock name may not start with hyphen');
  if (options.ifAvailable && options.steal) refuse('ifAvailable and steal are mutually exclusive');
  if (options.mode !== 'exclusive' && options.steal) refuse(`mode: "${options.mode}" and steal are mutually exclusive`);
  options.signal?.throwIfAborted();
  if (options.signal !== undefined && options.steal) refuse('signal and steal are mutually exclusive');
  if (options.signal !== undefined && options.ifAvailable) refuse('signal and ifAvailable are mutually exclusive');
}

// Locks that this thread holds, or its requests that wait.
function describeAll(isHeld) {
  const clientId = `node-${process.pid}-${binding('worker').threadId}`;
  const flat = native.mine(isHeld);
  const list = [];
  for (let i = 0; i < flat.length; i += 2) {
    list.push({ name: flat[i], mode: flat[i + 1] ? 'shared' : 'exclusive', clientId });
  }
  return list;
}

class LockManager {
  constructor(token) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  async request(name, options, callback = undefined) {
    if (this !== locks) throw new codes.ERR_INVALID_THIS('LockManager');
    if (callback === undefined) {
      callback = options;
      options = undefined;
    }
    name = `${name}`;
    require('internal/validators').validateFunction(callback, 'callback');
    const read = readOptions(options);
    checkRequest(name, read);
    return new Promise((resolve, reject) => start(new Request(name, read, callback, resolve, reject)));
  }

  async query() {
    if (this !== locks) throw new codes.ERR_INVALID_THIS('LockManager');
    return { held: describeAll(true).reverse(), pending: describeAll(false) };
  }
}
Object.defineProperties(LockManager.prototype, {
  request: { __proto__: null, enumerable: true },
  query: { __proto__: null, enumerable: true },
  [Symbol.toStringTag]: { __proto__: null, value: 'LockManager', configurable: true },
});

const locks = new LockManager(kCreate);

module.exports = { locks };
