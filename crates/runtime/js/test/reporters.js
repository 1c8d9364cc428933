// The module `node:test/reporters`.
'use strict';

function defineLazily(name) {
  Object.defineProperty(module.exports, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: () => require(`internal/test/reporters/${name}`)[name],
  });
}

// Can be called with and without `new`.
function defineClass(name, load) {
  const make = { [name]: function(...args) { return Reflect.construct(load(), args); } }[name];
  Object.defineProperty(module.exports, name, {
    __proto__: null, value: make, writable: false, enumerable: true, configurable: true,
  });
}

defineLazily('dot');
defineLazily('junit');
defineClass('spec', () => require('internal/test/reporters/spec').SpecReporter);
defineLazily('tap');
defineClass('lcov', () => require('internal/test/reporters/lcov').LcovReporter);
