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
    return markAsPromisified(custom);
  }
  const names = original[customPromisifyArgs];
  const promisified = function fn(...args) {
    const { promise, resolve, reject } = Promise.withResolvers();
    args.push((error, ...values) => {
      if (error) reject(error);
      else resolve(names === undefined || values.length < 2 ? values[0] : nameValues(names, values));
    });
    try {
      if (isPromise(Reflect.apply(original, this, args))) warnOfPromise();
    } catch (error) {
      reject(error);
    }
    return promise;
  };
  Object.setPrototypeOf(promisified, Object.getPrototypeOf(original));
  copyOwn(markAsPromisified(promisified), original, (key, descriptor) => descriptor);
  return promisified;
}
promisify.custom = customPromisify;

// A function that gives promises is its own promisified form.
function markAsPromisified(fn) {
  return Object.defineProperty(fn, customPromisify, { __proto__: null, value: fn, configurable: true });
}

function copyOwn(target, source, change) {
  const keys = Reflect.ownKeys(source);
  for (let i = 0; i < keys.length; i++) {
    const descriptor = Object.getOwnPropertyDescriptor(source, keys[i]);
    Object.setPrototypeOf(descriptor, null);
    Object.defineProperty(target, keys[i], change(keys[i], descriptor));
  }
}

function nameValues(names, values) {
  const object = {};
  names.forEach((name, index) => { object[name] = values[index]; });
  return object;
}

function warnOfPromise() {
  process.emitWarning(
    'Calling promisify on a function that returns a Promise is likely a mistake.',
    'DeprecationWarning', 'DEP0174');
}

function callbackify(original) {
  validateFunction(original, 'original');
  const callbackified = function(...args) {
    const callback = args.pop();
    validateFunction(callback, 'last argument');
    const outcome = Reflect.apply(original, this, args);
    // In a tick, what the callback throws is an exception and no rejection.
    outcome.then(
      (value) => { process.nextTick(succeed, callback, this, value); },
      (reason) => { process.nextTick(fail, callback, this, reason); });
  };
  copyOwn(callbackified, original, asCallbackified);
  return callbackified;
}

// It takes one argument more, and has a name that tells.
function asCallbackified(key, descriptor) {
  const { value } = descriptor;
  if (key === 'length' && typeof value === 'number') descriptor.value = value + 1;
  else if (key === 'name' && typeof value === 'string') descriptor.value = `${value}Callbackified`;
  return descriptor;
}

function succeed(callback, receiver, value) {
  Reflect.apply(callback, receiver, [null, value]);
}

// A callback takes a falsy first argument for success.
function fail(callback, receiver, reason) {
  Reflect.apply(callback, receiver, [reason || falsyReason(reason)]);
}

function falsyReason(reason) {
  const error = new codes.ERR_FALSY_VALUE_REJECTION(reason);
  Error.captureStackTrace(error, fail);
  return error;
}

module.exports = { promisify, callbackify };
