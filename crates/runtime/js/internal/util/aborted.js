// util.aborted(): a promise for the abort of a signal, for as long as somebody holds `resource`.
'use strict';

const { codes } = require('internal/errors');
const { kValidateObjectAllowObjects, validateAbortSignal, validateObject } = require('internal/validators');

async function aborted(signal, resource) {
  if (signal === undefined) throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateObject(resource, 'resource', kValidateObjectAllowObjects);
  if (signal.aborted) return;
  const { kResistStopPropagation, kWeakHandler } = require('internal/event_target');
  const { promise, resolve } = Promise.withResolvers();
  signal.addEventListener('abort', () => resolve(), {
    __proto__: null,
    once: true,
    [kWeakHandler]: resource,
    [kResistStopPropagation]: true,
  });
  await promise;
}

module.exports = { aborted };
