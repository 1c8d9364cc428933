// Calls the function of a test or a hook: one that ends when it returns, when its promise settles, or when it calls
// the callback that it is given.
'use strict';

const { isPromise } = require('internal/util/types');
const { runIn } = require('internal/test/current');
const { failure, kCalledTwice, kCallbackAndPromise } = require('internal/test/failure');

// Whether a function takes a callback besides the context.
function takesCallback(fn) {
  return fn.length === 2;
}

// A promise, or a value that is none if the function is through. Throws what the function throws.
function call(fn, test, self, context) {
  if (!takesCallback(fn)) return runIn(test, fn, self, [context]);
  const { promise, resolve, reject } = Promise.withResolvers();
  const result = runIn(test, fn, self, [context, makeCallback(resolve, reject)]);
  if (isPromise(result)) {
    result.then(undefined, () => {});
    reject(failure('passed a callback but also returned a Promise', kCallbackAndPromise));
  }
  return promise;
}

function makeCallback(resolve, reject) {
  let calls = 0;
  return function done(error) {
    calls++;
    if (calls > 1) {
      // The first of them may have been the last thing that the test was waited for.
      if (calls > 2) return;
      const twice = twiceFailure(done);
      reject(twice);
      throw twice;
    }
    if (error) reject(error);
    else resolve();
  };
}

function twiceFailure(below) {
  const error = failure('callback invoked multiple times', kCalledTwice);
  Error.captureStackTrace(error, below);
  return error;
}

module.exports = { call };
