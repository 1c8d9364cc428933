// process.env: a live view of the environment.
'use strict';

const native = binding('process');

const kDataOnly = "'process.env' only accepts a configurable, writable, and enumerable data descriptor";

const { getOption } = require('internal/process/options');

// Whether to warn of values that are neither strings nor numbers nor booleans.
const isStrict = getOption('--pending-deprecation') === true;

const trace = native.hasOptions() ? require('internal/process/trace_env').tracer(getOption) : undefined;

function warnOfConversion(value) {
  if (['string', 'number', 'boolean', 'symbol'].includes(typeof value)) return;
  process.emitWarning(
    'Assigning any value other than a string, number, or boolean to a process.env property is ' +
    'deprecated. Please make sure to convert the value to a string before setting process.env with it.',
    'DeprecationWarning', 'DEP0104');
}

function text(value) {
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return `${value}`;
}

const env = new Proxy(Object.create({}), {
  get(target, key) {
    if (typeof key === 'symbol') return target[key];
    trace?.('get', key);
    return native.envGet(key) ?? (key in target ? target[key] : undefined);
  },
  set(target, key, value, receiver) {
    // An object that inherits from it gets a property of its own.
    if (receiver !== env) {
      return Reflect.defineProperty(
        receiver, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    }
    if (isStrict) warnOfConversion(value);
    if (typeof key === 'string') trace?.('set', key);
    native.envSet(text(key), text(value));
    return true;
  },
  has(target, key) {
    if (typeof key !== 'string') return false;
    trace?.('query', key);
    return native.envGet(key) !== undefined;
  },
  deleteProperty(target, key) {
    if (typeof key !== 'string') return true;
    trace?.('delete', key);
    native.envDelete(key);
    return true;
  },
  // There can always be more of them.
  preventExtensions() {
    return false;
  },
  ownKeys() {
    trace?.('enumerate environment variables');
    return native.envKeys();
  },
  getOwnPropertyDescriptor(target, key) {
    if (typeof key !== 'string') return undefined;
    trace?.('query', key);
    const value = native.envGet(key);
    if (value === undefined) return undefined;
    return { __proto__: null, value, writable: true, enumerable: true, configurable: true };
  },
  defineProperty(target, key, descriptor) {
    const { ERR_INVALID_OBJECT_DEFINE_PROPERTY } = require('internal/errors').codes;
    if ('value' in descriptor) {
      if (!descriptor.configurable || !descriptor.writable || !descriptor.enumerable) {
        throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(kDataOnly);
      }
      if (typeof key === 'string') trace?.('set', key);
      native.envSet(text(key), text(descriptor.value));
      return true;
    }
    if (!('get' in descriptor) && !('set' in descriptor)) throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(kDataOnly);
    throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY("'process.env' does not accept an accessor(getter/setter) descriptor");
  },
});

// The proxy is none to whoever clones it: a plain object with the variables.
function isEnvironment(value) {
  return value === env;
}

module.exports = { env, isEnvironment };
