// AsyncLocalStorage. The async context is a list of storages and their stores in turn, or undefined. It
// is never changed (but by disable): whoever enters a store makes a new list. Promise jobs carry it in
// the engine; ticks, timers and everything that Rust calls back take it along once `cells` says that
// there is one.
'use strict';

const { cells, kAsyncContext, getAsyncContext, setAsyncContext, useContexts } = require('internal/task_queue');
const { validateFunction, validateObject } = require('internal/validators');

// What run() leaves behind where there was no context before. It is one: as in Node, what is queued then does not take over the
// context that a microtask leaves which throws. (Nobody ever changes it, as there is nothing in it.)
const kEmptyContext = Object.freeze([]);

// The place of a storage in a context; -1 if it is not there.
function find(context, storage) {
  if (context !== undefined) {
    for (let i = 0; i < context.length; i += 2) {
      if (context[i] === storage) return i;
    }
  }
  return -1;
}

function withStore(context, storage, store) {
  useContexts();
  if (context === undefined) return [storage, store];
  const copy = context.slice();
  const place = find(copy, storage);
  if (place === -1) copy.push(storage, store);
  else copy[place + 1] = store;
  return copy;
}

// Calls a function in a context.
function runIn(context, callback, self, args) {
  const before = getAsyncContext();
  setAsyncContext(context);
  try {
    return Reflect.apply(callback, self, args);
  } finally {
    setAsyncContext(before);
  }
}

function bindToContext(fn) {
  const context = getAsyncContext();
  const bound = function(...args) {
    return runIn(context, fn, this, args);
  };
  Object.defineProperties(bound, {
    name: { __proto__: null, value: 'bound', configurable: true },
    length: { __proto__: null, value: fn.length, configurable: true },
  });
  return bound;
}

class AsyncLocalStorage {
  #defaultValue;
  #name = '';

  constructor(options = {}) {
    validateObject(options, 'options');
    this.#defaultValue = options.defaultValue;
    if (options.name !== undefined) this.#name = `${options.name}`;
  }

  get name() {
    return this.#name;
  }

  static bind(fn) {
    validateFunction(fn, 'fn');
    return bindToContext(fn);
  }

  static snapshot() {
    return bindToContext((callback, ...args) => callback(...args));
  }

  disable() {
    const context = getAsyncContext();
    const place = find(context, this);
    if (place !== -1) context.splice(place, 2);
  }

  enterWith(data) {
    setAsyncContext(withStore(getAsyncContext(), this, data));
  }

  run(data, callback, ...args) {
    const prior = this.getStore();
    if (Object.is(prior, data)) return Reflect.apply(callback, null, args);
    const before = getAsyncContext();
    const inside = withStore(before, this, data);
    const { length } = inside;
    setAsyncContext(inside);
    try {
      return Reflect.apply(callback, null, args);
    } finally {
      // Other storages keep what was entered, or disabled, meanwhile. It is a list of its own even if it is as before:
      // a later disable() is nothing to those who took the one from before along.
      const after = getAsyncContext();
      const isUntouched = after === inside && inside.length === length;
      if (isUntouched) setAsyncContext(before === undefined ? kEmptyContext : before.slice());
      else setAsyncContext(withStore(after, this, prior));
    }
  }

  exit(callback, ...args) {
    return this.run(undefined, callback, ...args);
  }

  getStore() {
    if (cells[kAsyncContext] === 0) return this.#defaultValue;
    const context = getAsyncContext();
    const place = find(context, this);
    return place === -1 ? this.#defaultValue : context[place + 1];
  }

  withScope(data) {
    return new RunScope(this, data);
  }
}

// For `using`: a store that ends with the block.
class RunScope {
  #storage;
  #prior;
  #disposed = false;

  constructor(storage, data) {
    this.#storage = storage;
    this.#prior = storage.getStore();
    storage.enterWith(data);
  }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#storage.enterWith(this.#prior);
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

module.exports = { AsyncLocalStorage, runIn };
