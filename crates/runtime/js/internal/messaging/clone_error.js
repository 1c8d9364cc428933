// DataCloneError, and what a value is called in it.
'use strict';

function cloneError(message) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, 'DataCloneError');
}

function notCloneable(value) {
  return cloneError(`${describe(value)} could not be cloned.`);
}

// A value as it stands in such messages: '#<Promise>', 'Symbol(a)', the source of a function.
function describe(value) {
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'function') {
    const source = Function.prototype.toString.call(behindProxies(value));
    return source.replace(/\{\s*\[native code\]\s*\}$/, '{ [native code] }');
  }
  if (dataProperty(value, 'toString') === Object.prototype.toString) {
    const constructor = dataProperty(value, 'constructor');
    if (typeof constructor === 'function' && constructor.name) return `#<${constructor.name}>`;
  }
  return Object.prototype.toString.call(value);
}

function behindProxies(value) {
  const { getProxyDetails } = binding('util');
  for (let parts = getProxyDetails(value); parts !== undefined; parts = getProxyDetails(value)) {
    [value] = parts;
  }
  return value;
}

// The value of a property, inherited or own, if no function has to be called for it.
function dataProperty(object, name) {
  for (let holder = behindProxies(object); holder !== null; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, name);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}

module.exports = { cloneError, notCloneable };
