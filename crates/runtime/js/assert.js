// assert: checks that throw an AssertionError when they fail.
'use strict';

const { codes: { ERR_AMBIGUOUS_ARGUMENT, ERR_CONSTRUCT_CALL_REQUIRED, ERR_INVALID_ARG_TYPE, ERR_MISSING_ARGS } } =
  require('internal/errors');

let AssertionErrorClass;
function lazyAssertionError() {
  AssertionErrorClass ??= require('internal/assert/assertion_error').AssertionError;
  return AssertionErrorClass;
}

let comparisons;
function lazyComparisons() {
  comparisons ??= require('internal/util/comparisons');
  return comparisons;
}

// Of an instance of Assert: { diff, strict, skipPrototype }.
const kOptions = Symbol('options');

// A set of assertions with options of its own. Taken off the instance, a method has the defaults.
function Assert(options) {
  if (!new.target) throw new ERR_CONSTRUCT_CALL_REQUIRED('Assert');
  options = { strict: true, skipPrototype: false, ...options };
  if (options.diff !== undefined) {
    require('internal/validators').validateOneOf(options.diff, 'options.diff', ['simple', 'full']);
  }
  this.AssertionError = lazyAssertionError();
  Object.defineProperty(this, kOptions, { value: options });
  if (options.strict) {
    this.equal = this.strictEqual;
    this.deepEqual = this.deepStrictEqual;
    this.notEqual = this.notStrictEqual;
    this.notDeepEqual = this.notDeepStrictEqual;
  }
}

// Throws for an assertion that failed: `problem` is what an AssertionError is made of, `messages`
// what the caller passed as its own message.
function throwFailure(problem, messages, self) {
  const [message] = messages;
  if (messages.length > 1 || message !== undefined) {
    if (isError(message)) {
      if (messages.length > 1) throw ambiguous(`The error message was passed as error object "${message}"`);
      throw message;
    }
    if (typeof message === 'function') {
      if (messages.length > 1) throw ambiguous(`The error message with function "${message.name || 'anonymous'}"`);
      const text = message(problem.actual, problem.expected);
      if (typeof text === 'string') problem.message = text;
    } else if (typeof message === 'string') {
      problem.message = messages.length > 1 ? require('util').format(...messages) : message;
    } else {
      throw new ERR_INVALID_ARG_TYPE('message', ['string', 'function'], message);
    }
  }
  const diff = self?.[kOptions]?.diff;
  if (diff !== undefined) problem.diff = diff;
  throw new (lazyAssertionError())(problem);
}

function isError(value) {
  return value instanceof Error || require('internal/util/types').isNativeError(value);
}

function ambiguous(what) {
  return new ERR_AMBIGUOUS_ARGUMENT('message', `${what} has trailing arguments that would be ignored.`);
}

function checkOk(fn, args, self) {
  const [value, ...messages] = args;
  if (value) return;
  const problem = { actual: value, expected: true, operator: '==', stackStartFn: fn };
  let generated = false;
  if (args.length === 0) {
    generated = true;
    problem.message = 'No value argument passed to `assert.ok()`';
  } else if (messages.length === 0 || (messages.length === 1 && messages[0] === undefined)) {
    problem.message = require('internal/assert/falsy').describeCall(fn);
    generated = true;
  }
  try {
    throwFailure(problem, messages, self);
  } catch (error) {
    if (generated) error.generatedMessage = true;
    throw error;
  }
}

const methods = {
  fail(message) {
    if (isError(message)) throw message;
    const problem = {
      message: message === undefined ? 'Failed' : message,
      operator: 'fail',
      stackStartFn: methods.fail,
    };
    const diff = this?.[kOptions]?.diff;
    if (diff !== undefined) problem.diff = diff;
    const error = new (lazyAssertionError())(problem);
    error.generatedMessage = message === undefined;
    throw error;
  },

  ok(...args) {
    checkOk(methods.ok, args, this);
  },

  equal(actual, expected, ...messages) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
    if (actual == expected || (actual !== actual && expected !== expected)) return;
    throwFailure({ actual, expected, operator: '==', stackStartFn: methods.equal }, messages, this);
  },

  notEqual(actual, expected, ...messages) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
    if (actual != expected && (actual === actual || expected === expected)) return;
    throwFailure({ actual, expected, operator: '!=', stackStartFn: methods.notEqual }, messages, this);
  },

  deepEqual(actual, expected, ...messages) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
    if (lazyComparisons().isDeepEqual(actual, expected)) return;
    throwFailure({ actual, expected, operator: 'deepEqual', stackStartFn: methods.deepEqual }, messages, this);
  },

  notDeepEqual(actual, expected, ...messages) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
    if (!lazyComparisons().isDeepEqual(actual, expected)) return;
    throwFailure({ actual, expected, operator: 'notDeepEqual', stackStartFn: methods.notDeepEqual }, messages, this);
  },

  deepStrictEqual(actual, expected, ...messages) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
    if (lazyComparisons().isDeepStrictEqual(actual, expected, this?.[kOptions]?.skipPrototype)) return;
    throwFailure(
      { actual, expected, operator: 'deepStrictEqual', stackStartFn: methods.deepStrictEqual }, messages, this);
  },

  notDeepStrictEqual(actual, expected, ...messages) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
    if (!lazyComparisons().isDeepStrictEqual(actual, expected, this?.[kOptions]?.skipPrototype)) return;
    throwFailure(
      { actual, expected, operator: 'notDeepStrictEqual', stackStartFn: methods.notDeepStrictEqual }, messages, this);
  },

  strictEqual(actual, expected, ...messages) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
    if (Object.is(actual, expected)) return;
    throwFailure({ actual, expected, operator: 'strictEqual', stackStartFn: methods.strictEqual }, messages, this);
  },

  notStrictEqual(actual, expected, ...messages) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
    if (!Object.is(actual, expected)) return;
    throwFailure(
      { actual, expected, operator: 'notStrictEqual', stackStartFn: methods.notStrictEqual }, messages, this);
  },

  partialDeepStrictEqual(actual, expected, ...messages) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
    if (lazyComparisons().isPartialStrictEqual(actual, expected)) return;
    throwFailure(
      { actual, expected, operator: 'partialDeepStrictEqual', stackStartFn: methods.partialDeepStrictEqual },
      messages, this);
  },

  throws(fn, ...args) {
    const { catchError, expectError } = require('internal/assert/exceptions');
    expectError(methods.throws, catchError(fn), args, this?.[kOptions]?.diff);
  },

  async rejects(promiseOrFn, ...args) {
    const { catchRejection, expectError } = require('internal/assert/exceptions');
    expectError(methods.rejects, await catchRejection(promiseOrFn), args, this?.[kOptions]?.diff);
  },

  doesNotThrow(fn, ...args) {
    const { catchError, expectNoError } = require('internal/assert/exceptions');
    expectNoError(methods.doesNotThrow, catchError(fn), args, this?.[kOptions]?.diff);
  },

  async doesNotReject(promiseOrFn, ...args) {
    const { catchRejection, expectNoError } = require('internal/assert/exceptions');
    expectNoError(methods.doesNotReject, await catchRejection(promiseOrFn), args, this?.[kOptions]?.diff);
  },

  ifError(error) {
    if (error === null || error === undefined) return;
    throw require('internal/assert/exceptions').unwantedError(methods.ifError, error, this?.[kOptions]?.diff);
  },

  match(string, regexp, ...messages) {
    checkMatch(string, regexp, messages, methods.match, true, this);
  },

  doesNotMatch(string, regexp, ...messages) {
    checkMatch(string, regexp, messages, methods.doesNotMatch, false, this);
  },
};

function checkMatch(string, regexp, messages, fn, wanted, self) {
  const { isRegExp } = require('internal/util/types');
  if (!isRegExp(regexp)) throw new ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
  if (typeof string === 'string' && (RegExp.prototype.exec.call(regexp, string) !== null) === wanted) return;
  const hasMessage = messages.length > 1 || messages[0] !== undefined;
  const problem = { actual: string, expected: regexp, operator: fn.name, stackStartFn: fn };
  if (!hasMessage) problem.message = describeMismatch(string, regexp, wanted);
  try {
    throwFailure(problem, messages, self);
  } catch (error) {
    if (!hasMessage) error.generatedMessage = true;
    throw error;
  }
}

function describeMismatch(string, regexp, wanted) {
  const { inspect } = require('internal/util/inspect');
  if (typeof string !== 'string') {
    return `The "string" argument must be of type string. Received type ${typeof string} (${inspect(string)})`;
  }
  const problem = wanted ?
    'The input did not match the regular expression ' :
    'The input was expected to not match the regular expression ';
  return `${problem}${inspect(regexp)}. Input:\n\n${inspect(string)}\n`;
}

Object.assign(Assert.prototype, methods);

function assert(...args) {
  checkOk(assert, args, undefined);
}

function strict(...args) {
  checkOk(strict, args, undefined);
}

// The order in which Node lists them.
const names = [
  'ok', 'fail', 'equal', 'notEqual', 'deepEqual', 'notDeepEqual', 'deepStrictEqual', 'notDeepStrictEqual',
  'strictEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'match', 'doesNotMatch', 'throws', 'rejects',
  'doesNotThrow', 'doesNotReject', 'ifError',
];

function addAll(target) {
  Object.defineProperty(target, 'AssertionError', {
    get: lazyAssertionError,
    set(value) { Object.defineProperty(target, 'AssertionError', { value, writable: true }); },
    enumerable: true,
    configurable: true,
  });
  for (const name of names) target[name] = methods[name];
}

addAll(assert);
addAll(strict);
Object.assign(strict, {
  equal: methods.strictEqual,
  deepEqual: methods.deepStrictEqual,
  notEqual: methods.notStrictEqual,
  notDeepEqual: methods.notDeepStrictEqual,
  Assert,
  strict,
});
assert.strict = strict;
assert.Assert = Assert;

module.exports = assert;
