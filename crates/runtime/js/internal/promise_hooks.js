// v8.promiseHooks: functions that hear of every promise.
'use strict';

const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;

// What a hook is called, and the event that it is for.
const kHooks = { __proto__: null, init: 'made', before: 'before', after: 'after', settled: 'settled' };

// A hook that made promises of its own would never come to an end.
function checkHook(hook, name) {
  if (typeof hook !== 'function' || require('internal/util/types').isAsyncFunction(hook)) {
    throw new ERR_INVALID_ARG_TYPE(`${name}Hook`, 'function', hook);
  }
}

// What a hook throws is nobody's to catch.
function guarded(hook) {
  return (promise, parent) => {
    try {
      hook(promise, parent);
    } catch (error) {
      require('internal/process/lifecycle').uncaughtException(error);
    }
  };
}

function createHook({ init, before, after, settled } = {}) {
  const hooks = { __proto__: null, init, before, after, settled };
  const callbacks = { __proto__: null };
  for (const name of Object.keys(hooks)) {
    if (hooks[name] === undefined) continue;
    checkHook(hooks[name], name);
    callbacks[kHooks[name]] = guarded(hooks[name]);
  }
  return require('internal/promise_events').listen(callbacks);
}

function single(name) {
  return (hook) => {
    checkHook(hook, name);
    return createHook({ __proto__: null, [name]: hook });
  };
}

module.exports = {
  createHook,
  onInit: single('init'),
  onBefore: single('before'),
  onAfter: single('after'),
  onSettled: single('settled'),
};
