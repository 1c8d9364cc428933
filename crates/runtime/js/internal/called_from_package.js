// For warnings that are meant for applications, and not for the packages they use.
'use strict';

// Whether `fn` was called by a file below node_modules: looks at the nearest frame on the stack that
// is not the library's own.
function isCalledFromPackage(fn) {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = undefined;
  const trace = {};
  Error.captureStackTrace(trace, fn);
  const { stack } = trace;
  Error.prepareStackTrace = prepareStackTrace;
  const caller = stack.split('\n').slice(1).find((line) => /[\\/]/.test(line) && !/\(?node:/.test(line));
  return caller !== undefined && /[\\/]node_modules[\\/]/.test(caller);
}

module.exports = { isCalledFromPackage };
