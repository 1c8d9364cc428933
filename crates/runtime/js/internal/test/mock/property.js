// mock.property(): a property that remembers how it was read and set.
'use strict';

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateInteger } = require('internal/validators');

class MockPropertyContext {
  #object;
  #name;
  #descriptor;
  #value;
  #accesses = [];
  #once = new Map();

  constructor(object, name, ...value) {
    this.#object = object;
    this.#name = name;
    this.#descriptor = Object.getOwnPropertyDescriptor(object, name);
    if (this.#descriptor === undefined) {
      throw new ERR_INVALID_ARG_VALUE('propertyName', name, 'is not a property of the object');
    }
    this.#value = value.length > 0 ? value[0] : object[name];
    Object.defineProperty(object, name, {
      __proto__: null,
      configurable: this.#descriptor.configurable,
      enumerable: this.#descriptor.enumerable,
      get: () => this.#get(),
      set: (value) => this.mockImplementation(value),
    });
  }

  #get() {
    const access = this.#accesses.length;
    const value = this.#once.has(access) ? this.#once.get(access) : this.#value;
    this.#once.delete(access);
    this.#record('get', value);
    return value;
  }

  #record(type, value) {
    this.#accesses.push({ type, value, stack: new Error() });
  }

  get accesses() {
    return this.#accesses.slice(0);
  }

  accessCount() {
    return this.#accesses.length;
  }

  mockImplementation(value) {
    if (this.#descriptor.writable === false) {
      throw new ERR_INVALID_ARG_VALUE('propertyName', this.#name, 'cannot be set');
    }
    const access = this.#accesses.length;
    const set = this.#once.has(access) ? this.#once.get(access) : value;
    this.#once.delete(access);
    this.#record('set', set);
    this.#value = set;
  }

  mockImplementationOnce(value, onAccess) {
    const next = this.#accesses.length;
    const access = onAccess ?? next;
    validateInteger(access, 'onAccess', next);
    this.#once.set(access, value);
  }

  resetAccesses() {
    this.#accesses = [];
  }

  restore() {
    Object.defineProperty(this.#object, this.#name, { __proto__: null, ...this.#descriptor });
  }
}

module.exports = { MockPropertyContext };
