// Small things that many files of the library share.
'use strict';

// Methods of this name make an object's text in util.inspect().
const customInspectSymbol = Symbol.for('nodejs.util.inspect.custom');

// A property of this name is what util.promisify() returns for a function.
const customPromisify = Symbol.for('nodejs.util.promisify.custom');

// The names of the values that a callback gets, for functions whose promise is for an object of them.
const customPromisifyArgs = Symbol('customPromisifyArgs');

// The default of options that are only read.
const kEmptyObject = Object.freeze({ __proto__: null });

// Defines properties whose values are exports of a library file, loaded when one is first used.
function defineLazyProperties(target, file, names) {
  for (const name of names) {
    Object.defineProperty(target, name, {
      __proto__: null,
      configurable: true,
      enumerable: true,
      get() {
        const value = require(file)[name];
        defineValue(target, name, value);
        return value;
      },
      set(value) {
        defineValue(target, name, value);
      },
    });
  }
}

function defineValue(target, name, value) {
  Object.defineProperty(target, name, { __proto__: null, configurable: true, enumerable: true, writable: true, value });
}

let overflowName;
let overflowMessage;

// Whether an error says that the stack is full; the engine is asked for such an error once.
function isStackOverflowError(error) {
  if (overflowMessage === undefined) {
    try {
      (function overflow() { overflow(); })();
    } catch (overflowError) {
      overflowName = overflowError.name;
      overflowMessage = overflowError.message;
    }
  }
  return error !== null && typeof error === 'object' &&
    error.name === overflowName && error.message === overflowMessage;
}

module.exports = {
  customInspectSymbol,
  customPromisify,
  customPromisifyArgs,
  kEmptyObject,
  defineLazyProperties,
  isStackOverflowError,
};
