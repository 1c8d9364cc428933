// events.once(): a promise of the next event.
'use strict';

const { AbortError } = require('internal/errors');
const { validateAbortSignal, validateObject } = require('internal/validators');
const { subscribe, subscribeToAbort } = require('internal/events/listening');

function once(emitter, name, options) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  return new Promise((resolve, reject) => {
    const subscriptions = [];
    const stopListening = () => {
      for (let i = 0; i < subscriptions.length; i++) subscriptions[i].cancel();
    };
    const onEvent = (...args) => {
      stopListening();
      resolve(args);
    };
    const onError = (error) => {
      stopListening();
      reject(error);
    };
    const onAbort = () => onError(new AbortError(undefined, { cause: signal.reason }));
    subscriptions.push(subscribe(emitter, name, onEvent, { __proto__: null, once: true }));
    // Event targets have no 'error' that means a failure.
    if (name !== 'error' && typeof emitter.once === 'function') {
      subscriptions.push(subscribe(emitter, 'error', onError, { __proto__: null, once: true }));
    }
    if (signal) subscriptions.push(subscribeToAbort(signal, onAbort));
  });
}

module.exports = { once };
