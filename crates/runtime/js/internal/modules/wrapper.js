// Module.wrap and Module.wrapper: what stands around a module's source. Sources are compiled as bodies
// of functions, without it, unless a program changes it.
'use strict';

const original = [
  '(function (exports, require, module, __filename, __dirname) { ',
  '\n});',
];

let isChanged = false;

let wrapper = new Proxy(original.slice(), {
  set(target, key, value, receiver) {
    isChanged = true;
    return Reflect.set(target, key, value, receiver);
  },
  defineProperty(target, key, descriptor) {
    isChanged = true;
    return Reflect.defineProperty(target, key, descriptor);
  },
});

let wrap = function wrap(script) {
  return wrapper[0] + script + wrapper[1];
};

const properties = {
  __proto__: null,
  wrap: {
    __proto__: null,
    enumerable: false,
    configurable: true,
    get() { return wrap; },
    set(value) {
      isChanged = true;
      wrap = value;
    },
  },
  wrapper: {
    __proto__: null,
    enumerable: false,
    configurable: true,
    get() { return wrapper; },
    set(value) {
      isChanged = true;
      wrapper = value;
    },
  },
};

// The function around the source if a program changed it; undefined if not.
function compileChanged(body, filename) {
  return isChanged ? binding('modules').runScript(wrap(body), filename) : undefined;
}

// Compiles it, and does not run it; false if nothing was changed.
function checkChanged(body, filename) {
  if (isChanged) binding('vm').compile(wrap(body), filename, 0, 0, undefined, false, undefined);
  return isChanged;
}

module.exports = { properties, checkChanged, compileChanged };
