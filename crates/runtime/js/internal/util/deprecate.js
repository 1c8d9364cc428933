// util.deprecate(): a function that warns when it is first called.
'use strict';

const { validateString } = require('internal/validators');

const warnedCodes = new Set();

function deprecate(fn, message, code, { modifyPrototype = true } = {}) {
  if (code !== undefined) validateString(code, 'code');
  let warned = false;

  function deprecated(...args) {
    if (!warned && process.noDeprecation !== true) {
      warned = true;
      warn(message, code, deprecated);
    }
    return new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
  }

  if (modifyPrototype) {
    Object.setPrototypeOf(deprecated, fn);
    // `instanceof` works for instances of a class and of its deprecated self.
    if (fn.prototype) deprecated.prototype = fn.prototype;
  }
  Object.defineProperty(deprecated, 'length', {
    __proto__: null,
    ...Object.getOwnPropertyDescriptor(fn, 'length'),
  });
  return deprecated;
}

// Of functions with the same code only one warns.
function warn(message, code, fn) {
  if (code === undefined) {
    process.emitWarning(message, 'DeprecationWarning', fn);
  } else if (!warnedCodes.has(code)) {
    warnedCodes.add(code);
    process.emitWarning(message, 'DeprecationWarning', code, fn);
  }
}

module.exports = { deprecate };
