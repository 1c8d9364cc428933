// async_hooks: stores that follow a program through its callbacks, resources that do the same by hand, and hooks
// that hear of what waits and runs.
'use strict';

const { AsyncLocalStorage } = require('internal/async_local_storage');
const { AsyncResource } = require('internal/async_resource');
const hooks = require('internal/async_hooks');
const { addHook, removeHook } = hooks;

const kCallbacks = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

class AsyncHook {
  #callbacks;
  #isEnabled = false;

  constructor(callbacks) {
    this.#callbacks = callbacks;
    callbacks.hook = this;
  }

  enable() {
    if (!this.#isEnabled) addHook(this.#callbacks);
    this.#isEnabled = true;
    return this;
  }

  disable() {
    if (this.#isEnabled) removeHook(this.#callbacks);
    this.#isEnabled = false;
    return this;
  }
}

function executionAsyncId() {
  hooks.startTracking();
  return hooks.executionAsyncId();
}

function triggerAsyncId() {
  hooks.startTracking();
  return hooks.triggerAsyncId();
}

function executionAsyncResource() {
  hooks.startTracking();
  return hooks.executionAsyncResource();
}

function createHook(hook) {
  const { codes } = require('internal/errors');
  const { trackPromises } = hook;
  const callbacks = { __proto__: null };
  for (const name of kCallbacks) {
    const callback = hook[name];
    if (callback !== undefined && typeof callback !== 'function') throw new codes.ERR_ASYNC_CALLBACK(`hook.${name}`);
    callbacks[name] = callback;
  }
  if (trackPromises !== undefined) require('internal/validators').validateBoolean(trackPromises, 'trackPromises');
  if (callbacks.promiseResolve !== undefined && trackPromises === false) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'trackPromises', trackPromises, 'must not be false when promiseResolve is enabled');
  }
  callbacks.trackPromises = trackPromises !== false;
  return new AsyncHook(callbacks);
}

module.exports = {
  AsyncLocalStorage,
  createHook,
  executionAsyncId,
  triggerAsyncId,
  executionAsyncResource,
  AsyncResource,
};
