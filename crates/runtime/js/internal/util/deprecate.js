// util.deprecate(): a function that warns when it is first called.
'use strict';

const { validateString } = require('internal/validators');

// Of functions with the same code only one warns.
const warnedCodes = new Set();

// What there is to say of a function, once.
class Notice {
  #message;
  #code;
  #isGiven = false;

  constructor(message, code) {
    if (code !== undefined) validateString(code, 'code');
    this.#message = message;
    this.#code = code;
  }

  // The stack of the warning begins where `fn` was called.
  give(fn) {
    if (this.#isGiven || process.noDeprecation === true) return;
    this.#isGiven = true;
    if (warnedCodes.has(this.#code)) return;
    if (this.#code !== undefined) warnedCodes.add(this.#code);
    process.emitWarning(this.#message, 'DeprecationWarning', this.#code, fn);
  }
}

function deprecate(fn, message, code, { modifyPrototype = true } = {}) {
  const notice = new Notice(message, code);
  const deprecated = function(...args) {
    notice.give(deprecated);
    return new.target === undefined ? Reflect.apply(fn, this, args) : Reflect.construct(fn, args, new.target);
  };
  if (modifyPrototype) takeAncestry(deprecated, fn);
  const { value } = Object.getOwnPropertyDescriptor(fn, 'length');
  return Object.defineProperty(deprecated, 'length', { __proto__: null, value });
}

// Its properties are those of the function; what is an instance of one is an instance of both.
function takeAncestry(deprecated, fn) {
  Object.setPrototypeOf(deprecated, fn);
  const { prototype } = fn;
  if (prototype) deprecated.prototype = prototype;
}

module.exports = { deprecate };
