// Coded errors of the program's options, the REPL, the test runner, tracing and the inspector.
'use strict';

const { lazyInspect } = require('internal/errors/received');

function testFailureMessage(cause) {
  const message = cause?.message ?? cause;
  if (typeof message === 'string') return message;
  try {
    return lazyInspect()(message);
  } catch {
    // A value that cannot be inspected in its own way.
    return lazyInspect()(message, { __proto__: null, customInspect: false });
  }
}

module.exports = {
  ERR_CANNOT_WATCH_SIGINT: [Error, 'Cannot watch for SIGINT signals'],
  ERR_NOT_BUILDING_SNAPSHOT: [Error, 'Operation cannot be invoked when not building startup snapshot'],
  ERR_EVAL_ESM_CANNOT_PRINT: [Error, '--print cannot be used with ESM input'],
  ERR_INPUT_TYPE_NOT_ALLOWED: [Error,
    '--input-type can only be used with string input via --eval, --print, or STDIN'],
  ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION: [Error,
    'Operation cannot be invoked when not in a single-executable application'],
  ERR_INSPECTOR_ALREADY_ACTIVATED: [Error,
    'Inspector is already activated. Close it with inspector.close() before activating it again.'],
  ERR_INSPECTOR_ALREADY_CONNECTED: [Error, '{0} is already connected'],
  ERR_INSPECTOR_CLOSED: [Error, 'Session was closed'],
  ERR_INSPECTOR_COMMAND: [Error, 'Inspector error {0}: {1}'],
  ERR_INSPECTOR_NOT_ACTIVE: [Error, 'Inspector is not active'],
  ERR_INSPECTOR_NOT_AVAILABLE: [Error, 'Inspector is not available'],
  ERR_INSPECTOR_NOT_CONNECTED: [Error, 'Session is not connected'],
  ERR_INSPECTOR_NOT_WORKER: [Error, 'Current thread is not a worker'],
  ERR_INVALID_REPL_EVAL_CONFIG: [TypeError, 'Cannot specify both "breakEvalOnSigint" and "eval" for REPL'],
  ERR_INVALID_REPL_INPUT: [TypeError, '{0}'],
  ERR_SOURCE_MAP_CORRUPT: [Error, "The source map for '{0}' does not exist or is corrupt."],
  ERR_SOURCE_MAP_MISSING_SOURCE: [Error, "Cannot find '{0}' imported from the source map for '{1}'"],
  ERR_TEST_FAILURE: [Error, testFailureMessage, (error, [cause, failureType]) => {
    error.failureType = failureType;
    error.cause = cause;
  }],
  ERR_TRACE_EVENTS_CATEGORY_REQUIRED: [TypeError, 'At least one category is required'],
  ERR_TRACE_EVENTS_UNAVAILABLE: [Error, 'Trace events are unavailable'],
};
