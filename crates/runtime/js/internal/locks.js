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

// Locks that are held, in the order in which they were granted, and requests that wait, in that of the calls.
let held = [];
let waiting = [];

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
  }

  // Whether one that is held keeps this one waiting.
  isBlockedBy(other) {
    return other.name === this.name && (other.mode === 'exclusive' || this.mode === 'exclusive');
  }

  isGrantable() {
    return !held.some((other) => this.isBlockedBy(other));
  }

  tell(to) {
    if (to.hasSubscribers) to.publish({ name: this.name, mode: this.mode });
  }

  grant() {
    held.push(this);
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
    held = held.filter((other) => other !== this);
    grantWaiting(this.name);
  }
}

// In their order: one that cannot be granted yet keeps all behind it waiting.
function grantWaiting(name) {
  for (;;) {
    const next = waiting.find((request) => request.name === name);
    if (next === undefined || !next.isGrantable()) return;
    waiting = waiting.filter((request) => request !== next);
    next.grant();
  }
}

function steal(request) {
  const robbed = held.filter((other) => other.name === request.name);
  request.grant();
  for (const other of robbed) other.fail(new DOMException('The operation was aborted', 'AbortError'));
}

function enqueue(request, signal) {
  waiting.push(request);
  if (signal === undefined) return;
  const onAbort = () => {
    if (!waiting.includes(request)) return;
    waiting = waiting.filter((other) => other !== request);
    request.reject(signal.reason);
    grantWaiting(request.name);
  };
  signal.addEventListener('abort', onAbort, { __proto__: null, once: true });
}

function start(request) {
  request.tell(startChannel);
  const { ifAvailable, signal } = request.options;
  if (request.options.steal) {
    steal(request);
  } else if (request.isGrantable() && !waiting.some((other) => other.name === request.name)) {
    request.grant();
  } else if (ifAvailable) {
    request.tell(missChannel);
    request.run(null);
  } else {
    enqueue(request, signal);
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

function describe(request) {
  return { name: request.name, mode: request.mode, clientId: `node-${process.pid}-0` };
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
    return { held: held.map(describe).reverse(), pending: waiting.map(describe) };
  }
}
Object.defineProperties(LockManager.prototype, {
  request: { __proto__: null, enumerable: true },
  query: { __proto__: null, enumerable: true },
  [Symbol.toStringTag]: { __proto__: null, value: 'LockManager', configurable: true },
});

const locks = new LockManager(kCreate);

module.exports = { locks };
