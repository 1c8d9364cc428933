// Errors that nobody caught, on their way from a worker to the thread that made it.
'use strict';

const { inspect } = require('internal/util/inspect');

const classes = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

// The next class of the language's that an error is of.
function classOf(error) {
  for (let at = Object.getPrototypeOf(error); at !== null; at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, 'constructor');
    const name = descriptor?.value?.name;
    if (typeof name === 'string' && Object.hasOwn(classes, name)) return name;
  }
  return 'Error';
}

// The value of a property; undefined if its getter throws.
function valueOf(object, key) {
  try {
    return object[key];
  } catch {
    return undefined;
  }
}

function isCloneable(value) {
  try {
    require('internal/messaging/write').write(value, undefined);
    return true;
  } catch {
    return false;
  }
}

// What stands for an error in a message. What of it cannot be cloned is left out.
function packError(error) {
  if (!require('internal/util/types').isNativeError(error)) return packValue(error);
  const properties = { __proto__: null };
  const enumerable = [];
  const keys = Object.getOwnPropertyNames(error);
  if (!keys.includes('stack')) keys.push('stack');
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const value = valueOf(error, key);
    if (!isCloneable(value)) continue;
    properties[key] = value;
    if (Object.prototype.propertyIsEnumerable.call(error, key)) enumerable.push(key);
  }
  const name = valueOf(error, 'name');
  if (properties.name === undefined && typeof name === 'string') properties.name = name;
  return { kind: 'error', of: classOf(error), properties, enumerable };
}

function packValue(value) {
  if (typeof value === 'symbol' && Symbol.keyFor(value) !== undefined) return { kind: 'symbol', key: Symbol.keyFor(value) };
  if (isCloneable(value)) return { kind: 'value', value };
  return { kind: 'shown', text: inspect(value) };
}

function unpackError(packed) {
  if (packed.kind === 'value') return packed.value;
  if (packed.kind === 'symbol') return Symbol.for(packed.key);
  if (packed.kind === 'shown') {
    return { __proto__: null, [inspect.custom]: () => packed.text };
  }
  const { of, properties, enumerable } = packed;
  const error = new classes[of]();
  const keys = Object.keys(properties);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key === 'name' && properties.name === of) continue;
    Object.defineProperty(error, key, {
      __proto__: null, value: properties[key], writable: true, configurable: true, enumerable: enumerable.includes(key),
    });
  }
  return error;
}

module.exports = { packError, unpackError };
