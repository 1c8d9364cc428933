// util.promisify() and util.callbackify(): from callbacks to promises and back.
'use strict';

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { customPromisify, customPromisifyArgs } = require('internal/util');
const { isPromise } = require('internal/util/types');

function promisify(original) {
  validateFunction(original, 'original');
  const custom = original[customPromisify];
  if (custom) {
    validateFunction(custom, 'util.promisify.custom');
    return markAsPromisified(custom, custom);
  }
  const names = original[customPromisifyArgs];
  function fn(...args) {
    return new Promise((resolve, reject) => {
      args.push((error, ...values) => {
        if (error) reject(error);
        else if (names !== undefined && values.length > 1) resolve(nameValues(names, values));
        else resolve(values[0]);
      });
      if (isPromise(Reflect.apply(original, this, args))) warnOfPromise();
    });
  }
  Object.setPrototypeOf(fn, Object.getPrototypeOf(original));
  markAsPromisified(fn, fn);
  return copyProperties(fn, original);
}
promisify.custom = customPromisify;

function markAsPromisified(fn, value) {
  return Object.defineProperty(fn, customPromisify, { value, configurable: true });
}

function copyProperties(fn, original) {
  const descriptors = Object.getOwnPropertyDescriptors(original);
  for (const key of Reflect.ownKeys(descriptors)) Object.defineProperty(fn, key, descriptors[key]);
  return fn;
}

function nameValues(names, values) {
  const object = {};
  for (let i = 0; i < names.length; i++) object[names[i]] = values[i];
  return object;
}

function warnOfPromise() {
  process.emitWarning(
    'Calling promisify on a function that returns a Promise is likely a mistake.',
    'DeprecationWarning', 'DEP0174');
}

function callbackify(original) {
  validateFunction(original, 'original');
  // The callback is called in a tick of its own: what it throws is no rejection.
  function callbackified(...args) {
    const callback = args.pop();
    validateFunction(callback, 'last argument');
    const call = callback.bind(this);
    Reflect.apply(original, this, args).then(
      (value) => process.nextTick(call, null, value),
      (reason) => process.nextTick(callWithReason, reason, call));
  }
  const descriptors = Object.getOwnPropertyDescriptors(original);
  // It takes the callback, too.
  if (typeof descriptors.length.value === 'number') descriptors.length.value++;
  if (typeof descriptors.name.value === 'string') descriptors.name.value += 'Callbackified';
  for (const key of Reflect.ownKeys(descriptors)) {
    Object.defineProperty(callbackified, key, descriptors[key]);
  }
  return callbackified;
}

// A callback takes a falsy first argument for success.
function callWithReason(reason, callback) {
  if (!reason) {
    const error = new codes.ERR_FALSY_VALUE_REJECTION(reason);
    Error.captureStackTrace(error, callWithReason);
    reason = error;
  }
  callback(reason);
}

module.exports = { promisify, callbackify };
