// What is running on whose behalf, by numbers, and the hooks that are told of it. Resources get their numbers
// from the time on when the first hook was enabled; until then none of this costs anything but for an
// AsyncResource.
'use strict';

const taskQueue = require('internal/task_queue');

const kAsyncId = Symbol('async_id_symbol');
const kTriggerAsyncId = Symbol('trigger_async_id_symbol');
const kMainScript = 1;

let lastId = kMainScript;
// The resources whose callbacks are running, the innermost last.
const running = [];
const outermost = {};

// The enabled hooks, each kind of callback apart. The lists are replaced, never changed: who is being told of
// something now is not affected by a hook that enables or disables another.
const listeners = { __proto__: null, init: [], before: [], after: [], destroy: [] };
const kEvents = Object.keys(listeners);

function executionAsyncId() {
  if (running.length > 0) return executionAsyncResource()[kAsyncId];
  return process.mainModule?.loaded ? 0 : kMainScript;
}

function triggerAsyncId() {
  return running.length === 0 ? 0 : executionAsyncResource()[kTriggerAsyncId];
}

function executionAsyncResource() {
  return running.length === 0 ? outermost : running[running.length - 1];
}

// `callbacks`: of each event, or undefined, and the `hook` that is their receiver.
function addHook(callbacks) {
  for (const event of kEvents) {
    if (callbacks[event] !== undefined) listeners[event] = listeners[event].concat(callbacks);
  }
  if (!taskQueue.hasTracker()) taskQueue.setTracker(tracker);
}

function removeHook(callbacks) {
  for (const event of kEvents) listeners[event] = listeners[event].filter((other) => other !== callbacks);
}

function tell(event, args) {
  const list = listeners[event];
  try {
    for (let i = 0; i < list.length; i++) Reflect.apply(list[i][event], list[i].hook, args);
  } catch (error) {
    endProgram(error);
  }
}

// Nothing is in order any more when a hook has failed: no listener can keep the program alive.
function endProgram(error) {
  process._rawDebug(typeof error?.stack === 'string' ? error.stack : String(error));
  process.exit(1);
}

// Gives a resource its numbers.
function init(resource, type, trigger) {
  resource[kAsyncId] = ++lastId;
  resource[kTriggerAsyncId] = trigger;
  if (listeners.init.length > 0) tell('init', [lastId, type, trigger, resource]);
}

function enter(resource) {
  running.push(resource);
  if (listeners.before.length > 0) tell('before', [resource[kAsyncId]]);
}

function leave(resource) {
  if (listeners.after.length > 0) tell('after', [resource[kAsyncId]]);
  running.pop();
}

// Hooks hear of the end of resources together, before the next immediates.
let ended = [];

function release(resource) {
  releaseId(resource[kAsyncId]);
}

function releaseId(asyncId) {
  if (listeners.destroy.length === 0) return;
  if (ended.push(asyncId) === 1) require('internal/timers').beforeNextImmediates(tellOfEnded);
}

function tellOfEnded() {
  const ids = ended;
  ended = [];
  for (let i = 0; i < ids.length; i++) tell('destroy', [ids[i]]);
}

// Ticks, microtasks, timers and immediates as the queues know them. One that was made before there were hooks has
// no number, and is nobody's business.
const tracker = {
  init(resource, type) {
    init(resource, type, executionAsyncId());
  },

  enter(resource) {
    if (resource[kAsyncId] !== undefined) enter(resource);
  },

  leave(resource) {
    if (resource[kAsyncId] !== undefined) leave(resource);
  },

  leaveAll() {
    while (running.length > 0) leave(executionAsyncResource());
  },

  release(resource) {
    if (resource[kAsyncId] !== undefined) release(resource);
  },

  wrapMicrotask(callback) {
    const { AsyncResource } = require('internal/async_resource');
    const resource = new AsyncResource('Microtask', { requireManualDestroy: true });
    return () => {
      try {
        resource.runInAsyncScope(callback);
      } finally {
        resource.emitDestroy();
      }
    };
  },
};

module.exports = {
  addHook,
  enter,
  executionAsyncId,
  executionAsyncResource,
  init,
  kAsyncId,
  kTriggerAsyncId,
  leave,
  listeners,
  release,
  releaseId,
  removeHook,
  triggerAsyncId,
};
