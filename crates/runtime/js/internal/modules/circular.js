// Modules that are required while they are still being loaded: reading a property that their exports
// do not have yet gives a warning.
'use strict';

function warn(key) {
  process.emitWarning(`Accessing non-existent property '${String(key)}' of module exports ` +
                      'inside circular dependency');
}

// Stands for Object.prototype while the module is loaded. Compiled modules ask for __esModule.
const watching = new Proxy({}, {
  get(target, key) {
    if (key in target || key === '__esModule') return target[key];
    warn(key);
    return undefined;
  },
  getOwnPropertyDescriptor(target, key) {
    if (!Object.hasOwn(target, key) && key !== '__esModule') warn(key);
    return Reflect.getOwnPropertyDescriptor(target, key);
  },
});

function isObject(value) {
  return value !== null && typeof value === 'object';
}

function watch(exports) {
  if (!isObject(exports) || binding('types').isProxy(exports)) return;
  if (Object.getPrototypeOf(exports) !== Object.prototype || exports.__esModule) return;
  Object.setPrototypeOf(exports, watching);
}

function unwatch(exports) {
  if (!isObject(exports) || binding('types').isProxy(exports)) return;
  if (Object.getPrototypeOf(exports) === watching) Object.setPrototypeOf(exports, Object.prototype);
}

module.exports = { watch, unwatch };
