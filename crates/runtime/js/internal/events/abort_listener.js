// events.addAbortListener(): a listener of a signal that is told even if others stop the event.
'use strict';

const { codes } = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validators');

function addAbortListener(signal, listener) {
  if (signal === undefined) throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');
  if (signal.aborted) {
    require('internal/task_queue').queueMicrotask(() => listener());
    return { __proto__: null, [Symbol.dispose]() {} };
  }
  const { kResistStopPropagation } = require('internal/event_target');
  signal.addEventListener('abort', listener, { __proto__: null, once: true, [kResistStopPropagation]: true });
  return {
    __proto__: null,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', listener);
    },
  };
}

module.exports = { addAbortListener };
