// assert.throws(), rejects() and their opposites: what was thrown, and whether it is as expected.
'use strict';

const { codes: { ERR_AMBIGUOUS_ARGUMENT, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_RETURN_VALUE } } =
  require('internal/errors');
const { isNativeError, isPromise, isRegExp } = require('internal/util/types');
const { inspect } = require('internal/util/inspect');
const { isDeepStrictEqual } = require('internal/util/comparisons');
const { AssertionError } = require('internal/assert/assertion_error');
const { validateFunction } = require('internal/validators');

function isError(value) {
  return isNativeError(value) || value instanceof Error;
}

const nothing = Symbol('nothing was thrown');

function catchError(fn) {
  validateFunction(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return error;
  }
  return nothing;
}

async function catchRejection(promiseOrFn) {
  const promise = promiseOf(promiseOrFn);
  try {
    await promise;
    return nothing;
  } catch (error) {
    return error;
  }
}

function promiseOf(promiseOrFn) {
  const isFunction = typeof promiseOrFn === 'function';
  const promise = isFunction ? promiseOrFn() : promiseOrFn;
  if (isPromiseLike(promise)) return promise;
  throw isFunction ?
    new ERR_INVALID_RETURN_VALUE('instance of Promise', 'promiseFn', promise) :
    new ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'], promise);
}

function isPromiseLike(value) {
  return isPromise(value) || (value !== null && typeof value === 'object' &&
    typeof value.then === 'function' && typeof value.catch === 'function');
}

// `args` is [error, message] or [message], as the caller passed them.
function expectError(fn, actual, args, diff) {
  let [error, message] = args;
  if (typeof error === 'string') {
    if (args.length === 2) {
      throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], error);
    }
    checkAmbiguous(actual, error);
    message = error;
    error = undefined;
  } else if (error !== null && error !== undefined && typeof error !== 'object' && typeof error !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], error);
  }
  if (actual === nothing) {
    const kind = fn.name === 'rejects' ? 'rejection' : 'exception';
    const name = error?.name ? ` (${error.name})` : '';
    throw new AssertionError({
      actual: undefined,
      expected: error,
      operator: fn.name,
      message: `Missing expected ${kind}${name}${message ? `: ${message}` : '.'}`,
      stackStartFn: fn,
      diff,
    });
  }
  if (error) checkError(actual, error, message, fn, diff);
}

// A message that repeats the error's was most likely meant as the expectation.
function checkAmbiguous(actual, message) {
  if (typeof actual === 'object' && actual !== null) {
    if (actual.message === message) {
      throw new ERR_AMBIGUOUS_ARGUMENT('error/message', `The error message "${message}" is identical to the message.`);
    }
  } else if (actual === message) {
    throw new ERR_AMBIGUOUS_ARGUMENT('error/message', `The error "${message}" is identical to the message.`);
  }
}

function expectNoError(fn, actual, args, diff) {
  if (actual === nothing) return;
  let [error, message] = args;
  if (typeof error === 'string') {
    message = error;
    error = undefined;
  }
  if (error && !isUnwanted(actual, error)) throw actual;
  const kind = fn.name === 'doesNotReject' ? 'rejection' : 'exception';
  throw new AssertionError({
    actual,
    expected: error,
    operator: fn.name,
    message: `Got unwanted ${kind}${message ? `: ${message}` : '.'}\nActual message: "${actual?.message}"`,
    stackStartFn: fn,
    diff,
  });
}

function isUnwanted(actual, expected) {
  if (isRegExp(expected)) return matches(expected, actual);
  if (typeof expected !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'], expected);
  }
  return isInstance(actual, expected) || (!isErrorClass(expected) && expected.call({}, actual) === true);
}

function matches(pattern, value) {
  return RegExp.prototype.exec.call(pattern, String(value)) !== null;
}

// Of arrow functions nothing is an instance.
function isInstance(value, expected) {
  return expected.prototype !== undefined && value instanceof expected;
}

function isErrorClass(value) {
  return Object.prototype.isPrototypeOf.call(Error, value);
}

// Throws unless what was thrown is as `expected` says: a class, a function, a pattern, properties.
function checkError(actual, expected, message, fn, diff) {
  if (typeof expected !== 'function') {
    if (isRegExp(expected)) checkPattern(actual, expected, message, fn, diff);
    else checkProperties(actual, expected, message, fn, diff);
    return;
  }
  if (isInstance(actual, expected)) return;
  const problem = isErrorClass(expected) ?
    describeWrongClass(actual, expected) :
    validate(actual, expected);
  if (problem !== undefined) fail(actual, expected, message, problem, fn, diff);
}

function fail(actual, expected, message, generated, fn, diff) {
  const isGenerated = !message;
  const error = new AssertionError({
    actual,
    expected,
    message: isGenerated ? generated : message,
    operator: fn.name,
    stackStartFn: fn,
    diff,
  });
  error.generatedMessage = isGenerated;
  throw error;
}

function checkPattern(actual, expected, message, fn, diff) {
  if (matches(expected, actual)) return;
  const shown = inspect(String(actual));
  fail(actual, expected, message,
    `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${shown}\n`, fn, diff);
}

function describeWrongClass(actual, expected) {
  const text = `The error is expected to be an instance of "${expected.name}". Received `;
  if (!isError(actual)) return `${text}"${inspect(actual, { depth: -1 })}"`;
  const name = actual.constructor?.name ?? actual.name;
  const received = expected.name === name ?
    'an error with identical name but a different prototype.' :
    `"${name}"`;
  return `${text}${received}\n\nError message:\n\n${actual.message}`;
}

// Undefined if the function says that all is well.
function validate(actual, expected) {
  const result = expected.call({}, actual);
  if (result === true) return undefined;
  const name = expected.name ? `"${expected.name}" ` : '';
  const text = `The ${name}validation function is expected to return "true". Received ${inspect(result)}`;
  return isError(actual) ? `${text}\n\nCaught error:\n\n${actual}` : text;
}

// Shown in the difference in place of both sides: just the properties that count.
class Comparison {
  // A pattern that fits the text of `actual` is shown as that text, so that the two do not differ.
  constructor(source, keys, actual) {
    for (const key of keys) {
      if (key in source) this[key] = actual !== undefined && fits(actual[key], source[key]) ? actual[key] : source[key];
    }
  }
}

function fits(text, pattern) {
  return typeof text === 'string' && isRegExp(pattern) && matches(pattern, text);
}

function checkProperties(actual, expected, message, fn, diff) {
  if (typeof actual !== 'object' || actual === null) {
    failWithDiff(actual, expected, actual, expected, message, fn, diff);
  }
  const keys = Object.keys(expected);
  if (isError(expected)) keys.push('name', 'message');
  else if (keys.length === 0) throw new ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');
  for (const key of keys) {
    if (hasExpected(actual, expected, key)) continue;
    if (message) fail(actual, expected, message, undefined, fn, diff);
    failWithDiff(actual, expected,
      new Comparison(actual, keys), new Comparison(expected, keys, actual), undefined, fn, diff);
  }
}

function hasExpected(actual, expected, key) {
  return key in actual &&
    (fits(actual[key], expected[key]) || isDeepStrictEqual(actual[key], expected[key]));
}

function failWithDiff(actual, expected, shownActual, shownExpected, message, fn, diff) {
  const error = new AssertionError({
    actual: shownActual, expected: shownExpected, message, operator: 'deepStrictEqual', stackStartFn: fn, diff,
  });
  error.actual = actual;
  error.expected = expected;
  error.operator = fn.name;
  throw error;
}

// The error of ifError(): its stack goes on with that of the error it was given.
function unwantedError(fn, error, diff) {
  const failure = new AssertionError({
    actual: error,
    expected: null,
    operator: 'ifError',
    message: `ifError got unwanted exception: ${describe(error)}`,
    stackStartFn: fn,
    diff,
  });
  const origin = error.stack;
  if (typeof origin !== 'string') return failure;
  const frames = origin.indexOf('\n    at');
  if (frames !== -1) failure.stack = joinStacks(failure.stack, origin.slice(frames + 1));
  return failure;
}

function describe(error) {
  if (typeof error !== 'object' || typeof error.message !== 'string') return inspect(error);
  return error.message.length === 0 && error.constructor ? error.constructor.name : error.message;
}

// The frames that both have are shown once, with the origin's.
function joinStacks(stack, originFrames) {
  const origin = originFrames.split('\n');
  const lines = stack.split('\n');
  let shared = lines.length;
  for (const frame of origin) {
    const position = lines.indexOf(frame);
    if (position !== -1) {
      shared = position;
      break;
    }
  }
  return `${lines.slice(0, shared).join('\n')}\n${origin.join('\n')}`;
}

module.exports = { catchError, catchRejection, expectError, expectNoError, unwantedError };
