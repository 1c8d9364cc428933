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
const listeners = { __proto__: null, init: [], before: [], after: [], destroy: [], promiseResolve: [] };
const kEvents = Object.keys(listeners);

// Whoever asks for a number wants those of all that comes: from now on everything has one.
function startTracking() {
  if (!taskQueue.hasTracker()) taskQueue.setTracker(tracker);
}

let isMainLoaded = false;

function executionAsyncId() {
  if (running.length > 0) return running[running.length - 1][kAsyncId];
  if (!isMainLoaded) isMainLoaded = process.mainModule?.loaded === true;
  return isMainLoaded ? 0 : kMainScript;
}

function triggerAsyncId() {
  return running.length === 0 ? 0 : executionAsyncResource()[kTriggerAsyncId];
}

function executionAsyncResource() {
  return running.length === 0 ? outermost : running[running.length - 1];
}

// `callbacks`: of each event, or undefined, and the `hook` that is their receiver.
function addHook(callbacks) {
  if (callbacks.destroy !== undefined) prepareForCollected();
  for (const event of kEvents) {
    if (callbacks[event] !== undefined) listeners[event] = listeners[event].concat(callbacks);
  }
  startTracking();
  if (callbacks.trackPromises && promiseHooks++ === 0) {
    ignorePromises = require('internal/promise_events').listen(promiseListener);
  }
}

function removeHook(callbacks) {
  for (const event of kEvents) listeners[event] = listeners[event].filter((other) => other !== callbacks);
  // A recorder goes on to hear of promises as hooks do, once there was one.
  if (callbacks.trackPromises && --promiseHooks === 0 && recorder === null) ignorePromises();
}

// Has everything written down from now on: --record. Of jobs of promises it hears from the engine, as long as no hook is to
// hear of promises. Numbers are the recorder's.
let recorder = null;
const kindsOfRecorder = new Map();
let kindOfTicks;

function startRecording() {
  recorder = binding('record');
  kindOfTicks = kindForRecorder('TickObject');
  startTracking();
  recorder.watchJobs();
}

function kindForRecorder(type) {
  let kind = kindsOfRecorder.get(type);
  if (kind === undefined) {
    kind = recorder.kind(type);
    kindsOfRecorder.set(type, kind);
  }
  return kind;
}

// The function that will be called for a resource, if that is known.
function functionOf(resource, type) {
  if (type === 'Microtask') return resource.callback;
  if (type === 'Timeout') return resource._onTimeout;
  if (type === 'Immediate') return resource._onImmediate;
  return type === 'PROMISE' ? undefined : resource.oncomplete;
}

// How long a timer is set for; -1 for what is none.
function delayOf(resource, type) {
  return type === 'Timeout' ? resource._idleTimeout : -1;
}

function newId() {
  return recorder === null ? ++lastId : recorder.newId();
}

function tell(event, args) {
  const list = listeners[event];
  try {
    for (let i = 0; i < list.length; i++) Reflect.apply(list[i][event], list[i].hook, args);
  } catch (error) {
    // That is not the hook's fault, and whoever has gone too deep may catch it.
    if (isStackOverflow(error)) throw error;
    endProgram(error);
  }
}

function isStackOverflow(error) {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}

// Nothing is in order any more when a hook has failed: no listener can keep the program alive.
function endProgram(error) {
  process._rawDebug(typeof error?.stack === 'string' ? error.stack : `Error: ${String(error)}`);
  process.exit(1);
}

// Gives a resource its numbers.
function init(resource, type, trigger) {
  const asyncId = recorder === null ? ++lastId
    : recorder.made(kindForRecorder(type), trigger, functionOf(resource, type), delayOf(resource, type));
  resource[kAsyncId] = asyncId;
  resource[kTriggerAsyncId] = trigger;
  if (listeners.init.length > 0) tell('init', [asyncId, type, trigger, resource]);
}

function enter(resource) {
  running.push(resource);
  if (recorder !== null) recorder.before(resource[kAsyncId]);
  if (listeners.before.length > 0) tell('before', [resource[kAsyncId]]);
}

function leave(resource) {
  if (recorder !== null) recorder.after(resource[kAsyncId]);
  if (listeners.after.length > 0) tell('after', [resource[kAsyncId]]);
  running.pop();
}

// Leaves a resource that will not be entered again.
function finish(resource) {
  if (recorder === null || listeners.after.length > 0) {
    leave(resource);
    release(resource);
    return;
  }
  recorder.finished(resource[kAsyncId]);
  running.pop();
  releaseId(resource[kAsyncId]);
}

// How many hooks are to hear of promises, and what ends that.
let promiseHooks = 0;
let ignorePromises;

// The number of a resource. One that was made while nobody listened gets it late, and its init is not told.
function numberOf(resource) {
  if (resource[kAsyncId] === undefined) {
    resource[kAsyncId] = newId();
    resource[kTriggerAsyncId] = executionAsyncId();
  }
  return resource[kAsyncId];
}

const promiseListener = {
  __proto__: null,

  made(promise, parent) {
    init(promise, 'PROMISE', parent === undefined ? executionAsyncId() : numberOf(parent));
    if (listeners.destroy.length > 0) releaseWhenCollected(promise);
  },

  before(promise) {
    numberOf(promise);
    enter(promise);
  },

  after(promise) {
    if (executionAsyncResource() === promise) leave(promise);
  },

  settled(promise) {
    if (recorder !== null) recorder.settled(numberOf(promise));
    if (listeners.promiseResolve.length > 0) tell('promiseResolve', [numberOf(promise)]);
  },
};

// Resources that are collected have come to their end, unless they were told to have.
let collected;

function prepareForCollected() {
  collected ??= require('internal/promise_events').quietly(() => new FinalizationRegistry((end) => {
    if (!end.isTold) releaseId(end.asyncId);
  }));
}

function releaseWhenCollected(resource) {
  const end = { asyncId: resource[kAsyncId], isTold: false };
  collected.register(resource, end);
  return end;
}

// Hooks hear of the end of resources together, before the next immediates.
let ended = [];

function release(resource) {
  if (recorder !== null) recorder.released(resource[kAsyncId]);
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

// Requests are objects of a class of their own; nothing of it is for scripts.
const requestPrototype = {};

// Ticks, microtasks, timers and immediates as the queues know them. One that was made before there were hooks has
// no number, and is nobody's business.
const tracker = {
  // Ticks are made more often than anything else: the numbers are there when the resource is made.
  tick(callback, args) {
    const trigger = executionAsyncId();
    const asyncId = recorder === null ? ++lastId : recorder.made(kindOfTicks, trigger, callback, -1);
    const resource = { callback, args, [kAsyncId]: asyncId, [kTriggerAsyncId]: trigger };
    if (listeners.init.length > 0) tell('init', [asyncId, 'TickObject', trigger, resource]);
    return resource;
  },

  init(resource, type) {
    init(resource, type, executionAsyncId());
  },

  enter(resource) {
    if (resource[kAsyncId] !== undefined) enter(resource);
  },

  // As leave and release together.
  finish(resource) {
    if (executionAsyncResource() === resource) return finish(resource);
    tracker.leave(resource);
    tracker.release(resource);
  },

  // What was entered before there were hooks is nevertheless left.
  leave(resource) {
    if (executionAsyncResource() === resource) leave(resource);
    else if (listeners.after.length > 0) tell('after', [numberOf(resource)]);
  },

  leaveAll() {
    while (running.length > 0) leave(executionAsyncResource());
  },

  release(resource) {
    if (resource[kAsyncId] !== undefined) release(resource);
  },

  // Gives the request's callback, with all that has to be told around it.
  wrapRequest(callback, type) {
    const resource = { __proto__: requestPrototype, oncomplete: callback };
    tracker.init(resource, type);
    return (...args) => {
      enter(resource);
      let isLeft = false;
      try {
        callback(...args);
        isLeft = true;
      } finally {
        if (isLeft) finish(resource);
        else release(resource);
      }
    };
  },

  wrapMicrotask(callback) {
    if (recorder !== null) return recordedMicrotask(callback);
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

// A microtask with all that has to be told around it, but without the object that hooks get for it.
function recordedMicrotask(callback) {
  const resource = { __proto__: requestPrototype, callback };
  tracker.init(resource, 'Microtask');
  return () => {
    enter(resource);
    let isLeft = false;
    try {
      callback();
      isLeft = true;
    } finally {
      if (isLeft) finish(resource);
      else release(resource);
    }
  };
}

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
  releaseWhenCollected,
  startRecording,
  startTracking,
  removeHook,
  triggerAsyncId,
};
