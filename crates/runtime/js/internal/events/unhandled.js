// What emit('error') throws when nobody listens.
'use strict';

const { codes, kEnhanceStackBeforeInspector } = require('internal/errors');

// `emit` is the function whose frames are left out of the place of the emit.
function unhandledError(emitter, error, emit) {
  if (error instanceof Error) {
    rememberEmit(emitter, error, emit);
    return error;
  }
  let shown;
  try {
    shown = require('util').inspect(error);
  } catch {
    shown = error;
  }
  const wrapped = new codes.ERR_UNHANDLED_ERROR(shown);
  wrapped.context = error;
  return wrapped;
}

// Should the error end the program, its report also tells where the event was emitted.
function rememberEmit(emitter, error, emit) {
  const place = {};
  Error.captureStackTrace(place, emit);
  try {
    Object.defineProperty(error, kEnhanceStackBeforeInspector, {
      value: () => `${error.stack}\nEmitted 'error' event${onInstance(emitter)} at:\n${framesOf(place.stack)}`,
      configurable: true,
    });
  } catch {
    // A frozen error is reported without it.
  }
}

function onInstance(emitter) {
  const name = emitter.constructor?.name;
  return typeof name === 'string' && name !== 'EventEmitter' ? ` on ${name} instance` : '';
}

// The frames, without the header line.
function framesOf(stack) {
  return stack.slice(stack.indexOf('\n') + 1);
}

module.exports = { unhandledError };
