// Errors that nobody caught while tests run: they fail the test that they belong to.
'use strict';

const { currentScope } = require('internal/test/current');
const { failure, isFailure, kCalledTwice } = require('internal/test/failure');
const { showPlace } = require('internal/test/call_place');

// Returns a function that stops listening.
function watchErrors(harness) {
  const onException = (error) => take(harness, error, 'uncaughtException');
  const onRejection = (error) => take(harness, error, 'unhandledRejection');
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return () => {
    process.removeListener('uncaughtException', onException);
    process.removeListener('unhandledRejection', onRejection);
  };
}

function take(harness, error, event) {
  // Without a reporter nobody would hear of it.
  if (error === harness.reporterError && harness.reporterError !== undefined) throw error;
  // The program fails by itself, before any test of it runs.
  if (harness.bootstrap !== null && harness.held === undefined) throw error;
  const test = currentScope();
  if (test === undefined || test.parent === null || test.isFinished) {
    harness.root.diagnostic(describe(error, event, test));
    process.exitCode = 1;
    harness.success = false;
    return;
  }
  const isTwice = isFailure(error) && error.failureType === kCalledTwice;
  const wrapped = isTwice ? Object.assign(error, { failureType: event }) : failure(error, event);
  test.fail(wrapped);
  test.abort(wrapped);
}

function describe(error, event, test) {
  const shown = String(error);
  if (test === undefined || test.parent === null) {
    return 'Error: A resource generated asynchronous activity after the test ended. This activity created the error ' +
      `"${shown}" which triggered an ${event} event, caught by the test runner.`;
  }
  const what = test.owner === undefined ? 'Test' : 'Test hook';
  return `Error: ${what} "${test.name}" at ${showPlace(test.place)} generated asynchronous activity after the test ended. ` +
    `This activity created the error "${shown}" and would have caused the test to fail, but instead triggered an ` +
    `${event} event.`;
}

module.exports = { watchErrors };
