// What stands for functions, methods and properties while a test runs, and how all is put back.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInteger, validateObject,
} = require('internal/validators');
const { makeMockFunction, bindProperty } = require('internal/test/mock/function');

class MockTracker {
  #mocks = [];
  #timers;

  get timers() {
    if (this.#timers === undefined) {
      const { MockTimers } = require('internal/test/mock/timers');
      this.#timers = new MockTimers();
    }
    return this.#timers;
  }

  // fn([original[, implementation]][, options])
  fn(...args) {
    const { functions, options } = splitArguments(args);
    const { 0: original = function() {}, 1: implementation = original } = functions;
    validateFunction(original, 'original');
    validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    const made = makeMockFunction(original, implementation, readTimes(options));
    this.#mocks.push(made.context);
    return made.mock;
  }

  method(object, name, implementation = undefined, options = {}) {
    checkOwner(object, name, 'methodName');
    if (implementation !== null && typeof implementation === 'object') {
      options = implementation;
      implementation = undefined;
    }
    if (implementation !== undefined) validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    const { getter = false, setter = false } = options;
    validateBoolean(getter, 'options.getter');
    validateBoolean(setter, 'options.setter');
    if (getter && setter) {
      throw new ERR_INVALID_ARG_VALUE('options.setter', setter, "cannot be used with 'options.getter'");
    }
    return this.#mockMethod(object, name, implementation, readTimes(options), accessorOf(getter, setter));
  }

  // `part` is the part of the property's descriptor that is mocked.
  #mockMethod(object, name, implementation, times, part) {
    const descriptor = findProperty(object, name);
    const original = descriptor?.[part];
    if (typeof original !== 'function') {
      const shown = part === 'value' ? original : descriptor?.[part];
      throw new ERR_INVALID_ARG_VALUE('methodName', shown, 'must be a method');
    }
    const { mock, context } = makeMockFunction(original, implementation ?? original, times);
    bindProperty(context, () => Object.defineProperty(object, name, { __proto__: null, ...descriptor }));
    Object.defineProperty(object, name, { __proto__: null, ...descriptor, [part]: mock });
    this.#mocks.push(context);
    return mock;
  }

  getter(object, name, ...rest) {
    return this.#accessor('getter', object, name, rest);
  }

  setter(object, name, ...rest) {
    return this.#accessor('setter', object, name, rest);
  }

  #accessor(kind, object, name, rest) {
    const { functions, options } = splitArguments(rest);
    validateObject(options, 'options');
    if (options[kind] === false) throw new ERR_INVALID_ARG_VALUE(`options.${kind}`, false, 'cannot be false');
    return this.method(object, name, functions[0], { __proto__: null, ...options, [kind]: true });
  }

  // What it returns is the value, but for its property `mock`.
  property(object, name, ...value) {
    checkOwner(object, name, 'propertyName');
    const { MockPropertyContext } = require('internal/test/mock/property');
    const context = new MockPropertyContext(object, name, ...value);
    this.#mocks.push(context);
    return new Proxy(object, {
      __proto__: null,
      get(target, key, receiver) {
        return key === 'mock' ? context : Reflect.get(target, key, receiver);
      },
    });
  }

  module(specifier, options = {}) {
    const { mockModule } = require('internal/test/mock/modules');
    const context = mockModule(specifier, options, urlOfCaller(this.module));
    this.#mocks.push(context);
    return context;
  }

  reset() {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = [];
  }

  // Those that were made last are put back first.
  restoreAll() {
    for (let i = this.#mocks.length - 1; i >= 0; i--) this.#mocks[i].restore();
  }
}

// Node has it with an option only.
if (!require('internal/process/options').getOption('--experimental-test-module-mocks')) {
  delete MockTracker.prototype.module;
}

// The URL of the file that has called a function.
function urlOfCaller(below) {
  const { callPlace } = require('internal/test/call_place');
  const file = callPlace(below)?.file ?? `${process.cwd()}/[eval1]`;
  return require('internal/url').pathToFileURL(file).href;
}

// The first argument that is an object is the options; before it there are functions.
function splitArguments(args) {
  const place = args.findIndex((one) => one !== null && typeof one === 'object');
  if (place === -1) return { functions: args.slice(0, 2), options: args.length > 2 ? args[2] : {} };
  return { functions: args.slice(0, place), options: args[place] };
}

function accessorOf(getter, setter) {
  return getter ? 'get' : setter ? 'set' : 'value';
}

function checkOwner(object, name, what) {
  if (object === null || (typeof object !== 'object' && typeof object !== 'function')) {
    throw new ERR_INVALID_ARG_TYPE('object', 'Object', object);
  }
  if (typeof name !== 'string' && typeof name !== 'symbol') {
    throw new ERR_INVALID_ARG_TYPE(what, ['string', 'symbol'], name);
  }
}

function readTimes({ times = Infinity }) {
  if (times !== Infinity) validateInteger(times, 'options.times', 1);
  return times;
}

// The descriptor of a property, also if it is inherited.
function findProperty(object, name) {
  for (let owner = object; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

module.exports = { MockTracker };
