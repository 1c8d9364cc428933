// AsyncResource: runs callbacks in the async context in which it was made.
'use strict';

const hooks = require('internal/async_hooks');
const { kAsyncId, kTriggerAsyncId } = hooks;
const { getAsyncContext } = require('internal/task_queue');
const { runIn } = require('internal/async_local_storage');
const { validateFunction, validateString } = require('internal/validators');

const kContext = Symbol('context_frame');
const kEnd = Symbol('destroyed');

function triggerFrom(options) {
  const id = typeof options === 'number' ? options : options.triggerAsyncId;
  if (id === undefined) return hooks.executionAsyncId();
  if (!Number.isSafeInteger(id) || id < -1) {
    const { ERR_INVALID_ASYNC_ID } = require('internal/errors').codes;
    throw new ERR_INVALID_ASYNC_ID('triggerAsyncId', id);
  }
  return id;
}

function runAs(resource, callback, self, args) {
  hooks.enter(resource);
  try {
    return Reflect.apply(callback, self, args);
  } finally {
    hooks.leave(resource);
  }
}

class AsyncResource {
  constructor(type, options = {}) {
    validateString(type, 'type');
    if (type === '' && hooks.listeners.init.length > 0) {
      const { ERR_ASYNC_TYPE } = require('internal/errors').codes;
      throw new ERR_ASYNC_TYPE(type);
    }
    const trigger = triggerFrom(options);
    this[kContext] = getAsyncContext();
    hooks.init(this, type, trigger);
    if (hooks.listeners.destroy.length > 0 && !options.requireManualDestroy) this[kEnd] = hooks.releaseWhenCollected(this);
  }

  runInAsyncScope(fn, thisArg, ...args) {
    return runIn(this[kContext], runAs, undefined, [this, fn, thisArg, args]);
  }

  emitDestroy() {
    if (this[kEnd] !== undefined) this[kEnd].isTold = true;
    hooks.release(this);
    return this;
  }

  asyncId() {
    return this[kAsyncId];
  }

  triggerAsyncId() {
    return this[kTriggerAsyncId];
  }

  bind(fn, thisArg) {
    validateFunction(fn, 'fn');
    return bindTo(this, fn, thisArg);
  }

  static bind(fn, type, thisArg) {
    validateFunction(fn, 'fn');
    return bindTo(new AsyncResource(type || fn.name || 'bound-anonymous-fn'), fn, thisArg);
  }
}

function bindTo(resource, fn, thisArg) {
  let bound;
  if (thisArg === undefined) {
    bound = function(...args) {
      return resource.runInAsyncScope(fn, this, ...args);
    };
    Object.defineProperty(bound, 'name', { __proto__: null, value: 'bound', configurable: true });
  } else {
    const run = resource.runInAsyncScope;
    bound = run.bind(resource, fn, thisArg);
  }
  Object.defineProperty(bound, 'length', { __proto__: null, value: fn.length, configurable: true });
  return bound;
}

module.exports = { AsyncResource };
