// context.assert: the functions of `assert`, which count for the test's plan, and those that were registered.
'use strict';

const { validateFunction, validateString } = require('internal/validators');

// Those of the module `assert` that take part.
const kFromAssert = [
  'deepEqual', 'deepStrictEqual', 'doesNotMatch', 'doesNotReject', 'doesNotThrow', 'equal', 'fail', 'ifError', 'match',
  'notDeepEqual', 'notDeepStrictEqual', 'notEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'rejects', 'strictEqual',
  'throws',
];

let assertions;

function all() {
  if (assertions !== undefined) return assertions;
  const assert = require('assert');
  const snapshots = require('internal/test/snapshots');
  assertions = new Map();
  for (const name of kFromAssert) assertions.set(name, assert[name]);
  assertions.set('snapshot', snapshots.snapshot);
  assertions.set('fileSnapshot', snapshots.fileSnapshot);
  return assertions;
}

function register(name, fn) {
  validateString(name, 'name');
  validateFunction(fn, 'fn');
  all().set(name, fn);
}

function assertionsFor(context, test) {
  const result = { __proto__: null };
  all().forEach((fn, name) => {
    result[name] = (...args) => {
      test.plan?.count();
      return Reflect.apply(fn, context, args);
    };
  });
  if (!all().has('ok')) result.ok = okFor(test);
  return result;
}

// Its message shows the call in the script, not the one here.
function okFor(test) {
  const assert = require('assert');
  return function ok(...args) {
    test.plan?.count();
    if (args[0]) return;
    const isGenerated = args[1] === undefined || args[1] === null;
    try {
      if (args.length === 0 || !isGenerated) assert.ok(...args);
      else assert.ok(args[0], require('internal/assert/falsy').describeCall(ok));
    } catch (error) {
      Error.captureStackTrace(error, ok);
      if (isGenerated) error.generatedMessage = true;
      throw error;
    }
  };
}

module.exports = { register, assertionsFor };
