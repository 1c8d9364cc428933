// Abort signals of requests that cannot be called off: the callback hears of the abort at once, the outcome is
// dropped.
'use strict';

const { AbortError } = require('internal/errors');
const { validateAbortSignal } = require('internal/validators');

function abortError(signal) {
  return new AbortError(undefined, { cause: signal.reason });
}

// `callback`, to be called once: by the request when it is done, or by the signal before that.
// Gives undefined if the signal had already been raised, and then has called `callback`.
function abortable(signal, callback) {
  validateAbortSignal(signal, 'options.signal');
  if (signal.aborted) {
    callback(abortError(signal));
    return undefined;
  }
  let done = false;
  function onAbort() {
    done = true;
    callback(abortError(signal));
  }
  signal.addEventListener('abort', onAbort, { once: true });
  return (error, result) => {
    if (done) return;
    signal.removeEventListener('abort', onAbort);
    callback(error, result);
  };
}

module.exports = { abortError, abortable };
