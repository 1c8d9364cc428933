// The next-tick queue, and the library's side of microtasks and rejections. When they run is decided
// in Rust (turn.rs); here is only what is in them.
'use strict';

const native = binding('task_queue');
const cells = native.cells;
const kTicks = 0;
const kAsyncContext = 2;
const kExiting = 3;
const kTracked = 4;
const kTicksBegun = 5;
const kMicrotasksBegun = 6;

// A ring, in three arrays: functions, their arguments and async contexts, undefined for none. Neighbours
// are written one after the other: so the engine notes one stretch of young objects in an old array, not
// each of them.
const u = undefined;
let functions = [u, u, u, u, u, u, u, u, u, u, u, u, u, u, u, u];
let argumentLists = functions.slice();
let contexts = functions.slice();
let mask = functions.length - 1;
let head = 0;
let tail = 0;

function grow() {
  functions = enlarge(functions);
  argumentLists = enlarge(argumentLists);
  contexts = enlarge(contexts);
  head = 0;
  tail = mask + 1;
  mask = mask * 2 + 1;
}

// The ring from its head on, with as many free places after it.
function enlarge(ring) {
  return ring.slice(head).concat(ring.slice(0, head), new Array(ring.length).fill(undefined));
}

function push(callback, args) {
  let context;
  if (cells[kAsyncContext] !== 0) {
    if (tracker !== null) {
      args = trackedTick(callback, args);
      callback = kTrackedTick;
    } else if (hasContexts) {
      context = native.getAsyncContext();
    }
  }
  functions[tail] = callback;
  if (args !== undefined) argumentLists[tail] = args;
  if (context !== undefined) contexts[tail] = context;
  tail = (tail + 1) & mask;
  if (tail === head) grow();
  cells[kTicks] = 1;
}

// Everything that waits for its turn is told to the tracker, once there is one: a hook of async_hooks was enabled.
// Its methods init, enter, leave and release take a resource: the object that stands for what waits. Of a tick, tick makes it, and tells.
let tracker = null;
const kAsync = Symbol('async context');

function setTracker(value) {
  tracker = value;
  cells[kAsyncContext] = 1;
  cells[kTracked] = 1;
}

function hasTracker() {
  return tracker !== null;
}

// Tells the tracker, which is there, of a resource that nothing is run for.
function tellOfMade(resource, type) {
  tracker.init(resource, type);
}

// What ran last, for whoever wants to know what has held the loop.
let isWatched = false;
let lastBegun;

function watchRuns() {
  isWatched = true;
  cells[kAsyncContext] = 1;
}

function lastFunction() {
  if (typeof lastBegun === 'function') return lastBegun;
  return lastBegun?._onTimeout ?? lastBegun?._onImmediate ?? lastBegun?.callback;
}

function beginTick(callback) {
  lastBegun = callback;
  cells[kTicksBegun]++;
}

// Whether there are async contexts: without, nobody has to be asked for the current one.
let hasContexts = false;

function useContexts() {
  hasContexts = true;
  cells[kAsyncContext] = 1;
}

// These four are for resources of the library, if cells[kAsyncContext] says that they are needed.
function adopt(resource, type) {
  if (hasContexts) resource[kAsync] = native.getAsyncContext();
  if (tracker !== null) tracker.init(resource, type);
}

function enter(resource) {
  if (isWatched) lastBegun = resource;
  if (hasContexts) native.setAsyncContext(resource[kAsync]);
  if (tracker !== null) tracker.enter(resource);
}

function leave(resource) {
  if (tracker !== null) tracker.leave(resource);
}

function finish(resource) {
  if (tracker !== null) tracker.finish(resource);
}

function release(resource) {
  if (tracker !== null) tracker.release(resource);
}

// Stands in the ring in the place of the function of a tick that is tracked; its resource is in that of the arguments.
function kTrackedTick() {}

function trackedTick(callback, args) {
  if (!hasContexts) return tracker.tick(callback, args);
  const context = native.getAsyncContext();
  const resource = tracker.tick(callback, args);
  resource[kAsync] = context;
  return resource;
}

function runTracked(resource) {
  const { callback, args } = resource;
  enter(resource);
  let isLeft = false;
  try {
    if (args === undefined) callback();
    else if (args.length === 1) callback(args[0]);
    else callback(...args);
    isLeft = true;
  } finally {
    if (isLeft) finish(resource);
    else release(resource);
  }
}

// A callback that throws is left when somebody has taken the error.
function leaveAll() {
  if (tracker !== null) tracker.leaveAll();
}

function nextTick(callback) {
  if (typeof callback !== 'function') {
    require('internal/validators').validateFunction(callback, 'callback');
  }
  if (cells[kExiting] !== 0) return;
  const count = arguments.length;
  let args;
  if (count === 2) args = [arguments[1]];
  else if (count === 3) args = [arguments[1], arguments[2]];
  else if (count > 3) args = restOf(arguments);
  push(callback, args);
}

function restOf(list) {
  const rest = new Array(list.length - 1);
  for (let i = 1; i < list.length; i++) rest[i - 1] = list[i];
  return rest;
}

// Whether the last tick in the queue is this callback with this first argument. If so, one more of the
// kind behind it is as good as queued: its second argument, which counts them, is raised. With async
// contexts each has to have its own.
function repeatLastTick(callback, first) {
  if (head === tail || cells[kAsyncContext] !== 0) return false;
  const last = (tail - 1) & mask;
  if (functions[last] !== callback) return false;
  const args = argumentLists[last];
  if (args[0] !== first) return false;
  args[1] += 1;
  return true;
}

// Runs the queue until it is empty, what ticks add included. A tick that throws leaves the rest in
// the queue: the caller comes back for it.
function runTicks() {
  while (head !== tail) {
    const callback = functions[head];
    const args = argumentLists[head];
    const context = contexts[head];
    functions[head] = undefined;
    if (args !== undefined) argumentLists[head] = undefined;
    if (context !== undefined) contexts[head] = undefined;
    head = (head + 1) & mask;
    if (cells[kAsyncContext] !== 0) {
      const isTracked = callback === kTrackedTick;
      if (isWatched) beginTick(isTracked ? args.callback : callback);
      if (isTracked) {
        runTracked(args);
        continue;
      }
      if (hasContexts) native.setAsyncContext(context);
    }
    // (Few arguments are written out: to spread an array takes ten times as long as the call.)
    if (args === undefined) callback();
    else if (args.length === 1) callback(args[0]);
    else if (args.length === 2) callback(args[0], args[1]);
    else callback(...args);
  }
  cells[kTicks] = 0;
}

function queueMicrotask(callback) {
  if (typeof callback !== 'function') {
    require('internal/validators').validateFunction(callback, 'callback');
  }
  if (tracker !== null) callback = tracker.wrapMicrotask(callback);
  else if (isWatched) callback = watchedMicrotask(callback);
  native.queueMicrotask(callback);
}

// Short ones that follow each other are seldom on the stack when somebody looks.
function watchedMicrotask(callback) {
  return () => {
    lastBegun = callback;
    cells[kMicrotasksBegun]++;
    callback();
  };
}

function install() {
  const rejections = require('internal/process/rejections');
  const lifecycle = require('internal/process/lifecycle');
  native.trackRejections(rejections.changed);
  native.setHooks({
    runTicks,
    processRejections: rejections.process,
    uncaughtException: lifecycle.uncaughtException,
    beforeExit: lifecycle.beforeExit,
    exit: lifecycle.emitExit,
    trackRequest: (callback, type) => tracker.wrapRequest(callback, type),
    startModules() { require('internal/modules/esm').start(); },
  });
}

module.exports = {
  install,
  nextTick,
  queueMicrotask,
  repeatLastTick,
  adopt,
  enter,
  leave,
  leaveAll,
  finish,
  release,
  setTracker,
  hasTracker,
  lastFunction,
  useContexts,
  watchRuns,
  tellOfMade,
  drain: native.drain,
  setHooks: native.setHooks,
  cells,
  kAsyncContext,
  kExiting,
  getAsyncContext: native.getAsyncContext,
  setAsyncContext: native.setAsyncContext,
  promiseWatch: native.promiseWatch,
  watchJobs: native.watchJobs,
};
