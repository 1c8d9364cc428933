// What the classes of fetch have in common as objects of the web: conversions of arguments, iterators.
'use strict';

const kIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

function typeError(message, code) {
  const error = new TypeError(message);
  if (code !== undefined) error.code = code;
  return error;
}

function illegalInvocation() {
  return typeError('Illegal invocation', 'ERR_INVALID_THIS');
}

function requireArguments(args, count, what) {
  if (args.length >= count) return;
  const found = args.length === 0 ? '0' : `only ${args.length}`;
  throw typeError(`${what}: ${count} argument${count === 1 ? '' : 's'} required, but ${found} found.`);
}

// A string of bytes: no character beyond the first 256.
function toByteString(value) {
  if (typeof value === 'symbol') throw typeError('Cannot convert a symbol to a ByteString');
  const text = `${value}`;
  const index = text.search(/[^\0-\xff]/);
  if (index !== -1) {
    throw typeError(`Cannot convert argument to a ByteString because the character at index ${index} ` +
      `has a value of ${text.charCodeAt(index)} which is greater than 255.`);
  }
  return text;
}

function toUsvString(value) {
  return `${value}`.toWellFormed();
}

function isObject(value) {
  return typeof value === 'function' || typeof value === 'object' && value !== null;
}

// Gives a class the methods of an iterable of pairs. `entriesOf(object)` has all pairs as they are now, and refuses
// what is not of the class; an iterator asks at each step, so that it sees what has changed.
function definePairs(Class, entriesOf) {
  const tag = `${Class.name} Iterator`;
  const kinds = { keys: (pair) => pair[0], values: (pair) => pair[1], entries: (pair) => [pair[0], pair[1]] };

  class PairIterator {
    #target;
    #pick;
    #next = 0;

    constructor(target, pick) {
      this.#target = target;
      this.#pick = pick;
    }

    next() {
      if (!isObject(this) || !(#target in this)) throw illegalInvocation();
      const pairs = entriesOf(this.#target);
      if (this.#next >= pairs.length) return { value: undefined, done: true };
      return { value: this.#pick(pairs[this.#next++]), done: false };
    }
  }
  delete PairIterator.prototype.constructor;
  Object.setPrototypeOf(PairIterator.prototype, kIteratorPrototype);
  Object.defineProperties(PairIterator.prototype, {
    next: { __proto__: null, enumerable: true },
    [Symbol.toStringTag]: { __proto__: null, value: tag, configurable: true },
  });

  const methods = {
    keys() { return iterate(this, kinds.keys); },
    values() { return iterate(this, kinds.values); },
    entries() { return iterate(this, kinds.entries); },
    forEach(callback, thisArg = globalThis) {
      entriesOf(this);
      requireArguments(arguments, 1, `${Class.name}.forEach`);
      if (typeof callback !== 'function') {
        throw typeError(`Failed to execute 'forEach' on '${Class.name}': parameter 1 is not of type 'Function'.`);
      }
      for (let i = 0; i < entriesOf(this).length; i++) {
        const pair = entriesOf(this)[i];
        Reflect.apply(callback, thisArg, [pair[1], pair[0], this]);
      }
    },
  };
  function iterate(target, pick) {
    entriesOf(target);
    return new PairIterator(target, pick);
  }
  for (const name of Object.keys(methods)) {
    Object.defineProperty(Class.prototype, name, {
      __proto__: null, value: methods[name], writable: true, enumerable: true, configurable: true,
    });
  }
  Object.defineProperty(Class.prototype, Symbol.iterator, {
    __proto__: null, value: methods.entries, writable: true, enumerable: false, configurable: true,
  });
}

// What is on a prototype can be seen, and the class has its name.
function finishClass(Class, hidden = []) {
  for (const name of Object.getOwnPropertyNames(Class.prototype)) {
    if (name !== 'constructor' && !hidden.includes(name)) {
      Object.defineProperty(Class.prototype, name, { __proto__: null, enumerable: true });
    }
  }
  Object.defineProperty(Class.prototype, Symbol.toStringTag, {
    __proto__: null, value: Class.name, configurable: true,
  });
}

module.exports = {
  definePairs,
  finishClass,
  illegalInvocation,
  isObject,
  requireArguments,
  toByteString,
  toUsvString,
  typeError,
};
