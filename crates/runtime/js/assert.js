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

// The assertions whose strict forms take their names in strict mode.
const strictForms = {
  __proto__: null,
  equal: 'strictEqual',
  deepEqual: 'deepStrictEqual',
  notEqual: 'notStrictEqual',
  notDeepEqual: 'notDeepStrictEqual',
};

// A set of assertions with options of its own. Taken off the instance, a method has the defaults.
function Assert(options) {
  if (new.target === undefined) throw new ERR_CONSTRUCT_CALL_REQUIRED('Assert');
  const own = Object.assign({ __proto__: null, strict: true, skipPrototype: false }, options);
  if (own.diff !== undefined) checkDiff(own.diff);
  this.AssertionError = lazyAssertionError();
  Object.defineProperty(this, kOptions, { __proto__: null, value: own });
  if (own.strict) useStrictForms(this, this);
}

function checkDiff(diff) {
  require('internal/validators').validateOneOf(diff, 'options.diff', ['simple', 'full']);
}

function useStrictForms(target, source) {
  for (const name of Object.keys(strictForms)) target[name] = source[strictForms[name]];
}

// The error of an assertion that failed: `problem` is what an AssertionError is made of.
function makeFailure(problem, self) {
  const diff = self?.[kOptions]?.diff;
  if (diff !== undefined) problem.diff = diff;
  return new (lazyAssertionError())(problem);
}

// The text of what the caller passed as a message; undefined if a function gives none. An error in its place is thrown.
function textOf(messages, { actual, expected }) {
  const message = messages[0];
  if (typeof message === 'string') return messages.length > 1 ? require('util').format(...messages) : message;
  const isThrown = isError(message);
  if (!isThrown && typeof message !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('message', ['string', 'function'], message);
  }
  if (messages.length > 1) {
    const what = isThrown ?
      `The error message was passed as error object "${message}"` :
      `The error message with function "${message.name || 'anonymous'}"`;
    throw new ERR_AMBIGUOUS_ARGUMENT('message', `${what} has trailing arguments that would be ignored.`);
  }
  if (isThrown) throw message;
  return textFrom(message, actual, expected);
}

function textFrom(makeText, actual, expected) {
  try {
    const text = makeText(actual, expected);
    return typeof text === 'string' ? text : undefined;
  } catch {
    // The failure of the assertion counts more.
    return undefined;
  }
}

function isError(value) {
  return value instanceof Error || require('internal/util/types').isNativeError(value);
}

function checkOk(fn, args, self) {
  const value = args[0];
  if (value) return;
  const problem = { actual: value, expected: true, operator: '==', stackStartFn: fn };
  const isGenerated = args[1] === undefined || args[1] === null;
  if (!isGenerated) problem.message = textOf(args.slice(1), problem);
  else if (args.length === 0) problem.message = 'No value argument passed to `assert.ok()`';
  else problem.message = require('internal/assert/falsy').describeCall(fn);
  const error = makeFailure(problem, self);
  error.generatedMessage = isGenerated;
  throw error;
}

// An assertion on two values, of which `holds` tells whether they are as they should be.
function compare(name, operator, holds) {
  const assertion = {
    [name](actual, expected, ...messages) {
      if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
      if (holds(actual, expected, this)) return;
      const problem = { actual, expected, operator, stackStartFn: assertion };
      if (messages.length > 0) problem.message = textOf(messages, problem);
      throw makeFailure(problem, this);
    },
  }[name];
  return assertion;
}

function isLooselyEqual(a, b) {
  return a == b || (a !== a && b !== b);
}

function isDeepStrictEqual(a, b, self) {
  return lazyComparisons().isDeepStrictEqual(a, b, self?.[kOptions]?.skipPrototype);
}

const methods = {
  equal: compare('equal', '==', isLooselyEqual),
  notEqual: compare('notEqual', '!=', (a, b) => !isLooselyEqual(a, b)),
  deepEqual: compare('deepEqual', 'deepEqual', (a, b) => lazyComparisons().isDeepEqual(a, b)),
  notDeepEqual: compare('notDeepEqual', 'notDeepEqual', (a, b) => !lazyComparisons().isDeepEqual(a, b)),
  deepStrictEqual: compare('deepStrictEqual', 'deepStrictEqual', isDeepStrictEqual),
  notDeepStrictEqual: compare(
    'notDeepStrictEqual', 'notDeepStrictEqual', (a, b, self) => !isDeepStrictEqual(a, b, self)),
  strictEqual: compare('strictEqual', 'strictEqual', Object.is),
  notStrictEqual: compare('notStrictEqual', 'notStrictEqual', (a, b) => !Object.is(a, b)),
  partialDeepStrictEqual: compare(
    'partialDeepStrictEqual', 'partialDeepStrictEqual', (a, b) => lazyComparisons().isPartialStrictEqual(a, b)),

  fail(message) {
    if (isError(message)) throw message;
    const text = message === undefined ? 'Failed' : message;
    const error = makeFailure({ message: text, operator: 'fail', stackStartFn: methods.fail }, this);
    error.generatedMessage = !message;
    throw error;
  },

  ok(...args) {
    checkOk(methods.ok, args, this);
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
  const problem = { actual: string, expected: regexp, operator: fn.name, stackStartFn: fn };
  // What stands in for an empty message is filled in with the arguments after it, too.
  const text = messages[0] || describeMismatch(string, regexp, wanted);
  problem.message = textOf([text, ...messages.slice(1)], problem);
  const error = makeFailure(problem, self);
  error.generatedMessage = messages.length === 0;
  throw error;
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
    __proto__: null,
    get: lazyAssertionError,
    set(value) { Object.defineProperty(target, 'AssertionError', { __proto__: null, value, writable: true }); },
    enumerable: true,
    configurable: true,
  });
  for (const name of names) target[name] = methods[name];
}

addAll(assert);
addAll(strict);
useStrictForms(strict, methods);
strict.Assert = Assert;
strict.strict = strict;
assert.strict = strict;
assert.Assert = Assert;

module.exports = assert;
