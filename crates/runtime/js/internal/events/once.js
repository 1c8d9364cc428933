// events.once(): a promise of the next event.
'use strict';

const { AbortError } = require('internal/errors');
const { validateAbortSignal, validateObject } = require('internal/validators');
const { listen, unlisten } = require('internal/events/listening');

function once(emitter, name, options) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  return new Promise((resolve, reject) => {
    const stopListening = () => {
      unlisten(emitter, name, onEvent);
      if (typeof emitter.removeListener === 'function') emitter.removeListener('error', onError);
      if (signal) unlisten(signal, 'abort', onAbort);
    };
    const onEvent = (...args) => {
      stopListening();
      resolve(args);
    };
    const onError = (error) => {
      stopListening();
      reject(error);
    };
    const onAbort = () => {
      stopListening();
      reject(new AbortError(undefined, { cause: signal.reason }));
    };
    listen(emitter, name, onEvent, { __proto__: null, once: true });
    if (name !== 'error' && typeof emitter.once === 'function') emitter.once('error', onError);
    if (signal) {
      const { kResistStopPropagation } = require('internal/event_target');
      listen(signal, 'abort', onAbort, { __proto__: null, once: true, [kResistStopPropagation]: true });
    }
  });
}

module.exports = { once };
