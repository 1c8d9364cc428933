// The call sites of the stack at this moment.
'use strict';

// Up to `limit` sites above the function `below`; none where the program has frozen Error. The program's own
// Error.prepareStackTrace() is not asked, and finds itself where it was.
function captureSites(limit, below) {
  const prepare = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const limited = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  if (Object.isFrozen(Error)) return [];
  try {
    replace('prepareStackTrace', temporary((_, sites) => sites));
    replace('stackTraceLimit', temporary(limit));
    // Nothing that a script may have put on Object.prototype is asked for.
    const holder = { __proto__: null, name: '', message: '', stack: undefined };
    Error.captureStackTrace(holder, below);
    return holder.stack;
  } finally {
    replace('prepareStackTrace', prepare);
    replace('stackTraceLimit', limited);
  }
}

function temporary(value) {
  return { __proto__: null, value, writable: true, enumerable: true, configurable: true };
}

function replace(name, descriptor) {
  if (descriptor === undefined) delete Error[name];
  else Object.defineProperty(Error, name, Object.setPrototypeOf(descriptor, null));
}

module.exports = { captureSites };
