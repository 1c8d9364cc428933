// AsyncResource: runs callbacks in the async context in which it was made. Only resources have ids of
// their own; what else runs has that of the main script, or 0 once it has ended.
'use strict';

const { getAsyncContext } = require('internal/task_queue');
const { runIn } = require('internal/async_local_storage');
const { validateFunction, validateString } = require('internal/validators');

const kContext = Symbol('context_frame');
const kAsyncId = Symbol('async_id_symbol');
const kTriggerAsyncId = Symbol('trigger_async_id_symbol');
const kMainScript = 1;

let lastId = kMainScript;
// The resource whose scope is running.
let current;
const outermost = {};

function executionAsyncId() {
  if (current !== undefined) return current[kAsyncId];
  return process.mainModule?.loaded ? 0 : kMainScript;
}

function triggerAsyncId() {
  return current === undefined ? 0 : current[kTriggerAsyncId];
}

function executionAsyncResource() {
  return current ?? outermost;
}

function triggerFrom(options) {
  const id = typeof options === 'number' ? options : options.triggerAsyncId;
  if (id === undefined) return executionAsyncId();
  if (!Number.isSafeInteger(id) || id < -1) {
    const { ERR_INVALID_ASYNC_ID } = require('internal/errors').codes;
    throw new ERR_INVALID_ASYNC_ID('triggerAsyncId', id);
  }
  return id;
}

function runAs(resource, callback, self, args) {
  const before = current;
  current = resource;
  try {
    return Reflect.apply(callback, self, args);
  } finally {
    current = before;
  }
}

class AsyncResource {
  constructor(type, options = {}) {
    validateString(type, 'type');
    const trigger = triggerFrom(options);
    this[kContext] = getAsyncContext();
    this[kAsyncId] = ++lastId;
    this[kTriggerAsyncId] = trigger;
  }

  runInAsyncScope(fn, thisArg, ...args) {
    return runIn(this[kContext], runAs, undefined, [this, fn, thisArg, args]);
  }

  // Only hooks would see it.
  emitDestroy() {
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
    let bound;
    if (thisArg === undefined) {
      const resource = this;
      bound = function(...args) {
        return resource.runInAsyncScope(fn, this, ...args);
      };
      Object.defineProperty(bound, 'name', { __proto__: null, value: 'bound', configurable: true });
    } else {
      bound = this.runInAsyncScope.bind(this, fn, thisArg);
    }
    Object.defineProperty(bound, 'length', { __proto__: null, value: fn.length, configurable: true });
    return bound;
  }

  static bind(fn, type, thisArg) {
    return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}

module.exports = { AsyncResource, executionAsyncId, triggerAsyncId, executionAsyncResource };
