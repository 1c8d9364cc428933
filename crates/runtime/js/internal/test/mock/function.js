// mock.fn(): a function that stands for another and remembers how it was called.
'use strict';

const { validateFunction, validateInteger } = require('internal/validators');

class MockFunctionContext {
  #calls = [];
  #original;
  #implementation;
  // Implementations for single calls, by the number of the call.
  #once = new Map();
  #restoreProperty;
  // How many calls the implementation is for.
  #times;

  constructor(original, implementation, times, restoreProperty) {
    this.#original = original;
    this.#implementation = implementation;
    this.#times = times;
    this.#restoreProperty = restoreProperty;
  }

  get calls() {
    return this.#calls.slice(0);
  }

  callCount() {
    return this.#calls.length;
  }

  mockImplementation(implementation) {
    validateFunction(implementation, 'implementation');
    this.#implementation = implementation;
  }

  mockImplementationOnce(implementation, onCall) {
    validateFunction(implementation, 'implementation');
    const next = this.#calls.length;
    const call = onCall ?? next;
    validateInteger(call, 'onCall', next);
    this.#once.set(call, implementation);
  }

  restore() {
    this.#restoreProperty?.();
    this.#implementation = this.#original;
    this.#times = Infinity;
    this.#once.clear();
  }

  resetCalls() {
    this.#calls = [];
  }

  // For the library alone: the function that is to be called now.
  static next(context) {
    const call = context.#calls.length;
    const once = context.#once.get(call);
    if (once === undefined) return context.#implementation;
    context.#once.delete(call);
    return once;
  }

  static record(context, call) {
    context.#calls.push(call);
    if (context.#calls.length === context.#times) context.restore();
  }

  static bindProperty(context, restore) {
    context.#restoreProperty = restore;
  }
}

const { next, record, bindProperty } = MockFunctionContext;
delete MockFunctionContext.next;
delete MockFunctionContext.record;
delete MockFunctionContext.bindProperty;

// Makes the function and its context.
function makeMockFunction(original, implementation, times) {
  const context = new MockFunctionContext(original, implementation, times, undefined);
  const mock = new Proxy(original, {
    __proto__: null,
    apply(target, self, args) {
      return perform(context, args, undefined, self, (fn) => Reflect.apply(fn, self, args));
    },
    construct(target, args, newTarget) {
      const constructed = newTarget === mock ? original : newTarget;
      return perform(context, args, original, undefined, (fn) => Reflect.construct(fn, args, constructed));
    },
    get(target, name, receiver) {
      return name === 'mock' ? context : Reflect.get(target, name, receiver);
    },
  });
  return { mock, context };
}

// Calls what is to be called, and remembers how it went.
function perform(context, args, target, self, invoke) {
  const call = { arguments: args, error: undefined, result: undefined, stack: new Error(), target, this: self };
  let hasThrown = false;
  try {
    call.result = invoke(next(context));
    if (target !== undefined) call.this = call.result;
  } catch (error) {
    call.error = error;
    hasThrown = true;
  }
  record(context, call);
  if (hasThrown) throw call.error;
  return call.result;
}

module.exports = { makeMockFunction, bindProperty };
