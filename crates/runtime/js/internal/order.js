// What `--order=html` takes from scripts: a browser's loop has neither ticks nor immediates. The library goes on using its own.
'use strict';

const { isCalledByLibrary } = binding('timers');

const kInstead = {
  __proto__: null,
  'process.nextTick()': 'queueMicrotask()',
  'setImmediate()': 'setTimeout() or a MessageChannel',
};

// A function that throws when a script calls it.
function refuse(original, what) {
  const { name } = original;
  const { [name]: refusing } = {
    [name](...args) {
      if (isCalledByLibrary()) return Reflect.apply(original, this, args);
      const { ERR_UNAVAILABLE_IN_ORDER } = require('internal/errors').codes;
      throw new ERR_UNAVAILABLE_IN_ORDER(what, 'html', kInstead[what]);
    },
  };
  Object.defineProperties(refusing, Object.getOwnPropertyDescriptors(original));
  return refusing;
}

function replace(owner, name, what) {
  const { enumerable } = Object.getOwnPropertyDescriptor(owner, name);
  const value = refuse(owner[name], what);
  Object.defineProperty(owner, name, { __proto__: null, value, writable: true, configurable: true, enumerable });
}

// At the start, before any script.
function install(target) {
  replace(process, 'nextTick', 'process.nextTick()');
  replace(target, 'setImmediate', 'setImmediate()');
  replace(require('timers'), 'setImmediate', 'setImmediate()');
  replace(require('timers/promises'), 'setImmediate', 'setImmediate()');
}

module.exports = { install };
