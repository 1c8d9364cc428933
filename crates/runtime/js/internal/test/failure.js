// Why a test failed: the kinds of failures, and the errors that tell them.
'use strict';

const { codes: { ERR_TEST_FAILURE } } = require('internal/errors');

const kTestCode = 'testCodeFailure';
const kExpected = 'expectedFailure';
const kCancelledByParent = 'cancelledByParent';
const kHook = 'hookFailed';
const kAborted = 'testAborted';
const kTimeout = 'testTimeoutFailure';
const kSubtests = 'subtestsFailed';
const kParentFinished = 'parentAlreadyFinished';
const kUncaught = 'uncaughtException';
const kRejection = 'unhandledRejection';
const kCalledTwice = 'multipleCallbackInvocations';
const kCallbackAndPromise = 'callbackAndPromisePresent';

// An error with frames would show those of the library, which say nothing of the test.
function failure(cause, kind) {
  const limit = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  const isSettable = limit !== undefined && limit.writable === true;
  if (isSettable) Error.stackTraceLimit = 0;
  try {
    return new ERR_TEST_FAILURE(cause, kind);
  } finally {
    if (isSettable) Error.stackTraceLimit = limit.value;
  }
}

function isFailure(value) {
  return value?.code === 'ERR_TEST_FAILURE';
}

// What a test threw, as an error that tells how it failed.
function asFailure(error, kind) {
  return isFailure(error) ? error : failure(error, kind);
}

module.exports = {
  kExpected,
  kTestCode, kCancelledByParent, kHook, kAborted, kTimeout, kSubtests, kParentFinished, kUncaught, kRejection,
  kCalledTwice, kCallbackAndPromise, failure, isFailure, asFailure,
};
