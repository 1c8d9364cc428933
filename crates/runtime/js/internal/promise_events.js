// What becomes of promises, for those who want to hear of it: `made(promise, parent)`, `before(promise)` and
// `after(promise)` around what runs for one, `settled(promise)`. Nothing is watched until somebody does.
'use strict';

const { getAsyncContext, setAsyncContext, promiseWatch, watchJobs } = require('internal/task_queue');

const promisePrototype = Promise.prototype;
const ownThen = promisePrototype.then;

// Each kind apart. The lists are replaced, never changed.
const listeners = { __proto__: null, made: [], before: [], after: [], settled: [] };
let count = 0;
let switchWatch;

// The promise whose then() is being called, until the one that it makes is there; and whether then() is.
let parent;
let isInThen = false;
let isOurs = false;

// A job that is made outside of then() is one of an await, of a promise that follows another, or of the engine's notes for
// debuggers. Which of them, shows when it runs; but it is one of an await if nobody has asked for a then() since a promise
// was last made or settled.
let isUnclear = false;

// Kept with a job that goes on after an await: the promise that stands for that.
class Awaiting {
  constructor(promise, context) {
    this.promise = promise;
    this.context = context;
  }
}

// Kept with a job of which it is not known yet what it is for.
class Unclear {
  constructor(isQueued, context) {
    this.isQueued = isQueued;
    this.context = context;
    this.awaiting = undefined;
  }
}

// Listeners may use promises themselves.
function tell(event, promise, from) {
  const list = listeners[event];
  if (list.length === 0) return;
  const before = isInThen;
  const outer = parent;
  isInThen = false;
  parent = undefined;
  try {
    for (let i = 0; i < list.length; i++) list[i](promise, from);
  } finally {
    isInThen = before;
    parent = outer;
    isUnclear = false;
  }
}

function onMade(promise) {
  if (isOurs) return;
  const from = parent;
  parent = undefined;
  isUnclear = false;
  tell('made', promise, from);
}

function onSettled(promise) {
  if (isOurs) return;
  isUnclear = false;
  tell('settled', promise);
}

// Nobody is told of what `make` does. A registry is to be made so: the engine treats that as if it were a job.
function quietly(make) {
  const before = isOurs;
  isOurs = true;
  try {
    return make();
  } finally {
    isOurs = before;
  }
}

function standIn() {
  return quietly(() => new Promise(() => {}));
}

// An await makes no promise in this engine: one is made for the listeners. What is awaited is not known.
function madeForAwait() {
  const promise = standIn();
  tell('made', promise);
  return promise;
}

function jobMade(isQueued) {
  const context = getAsyncContext();
  if (isInThen || isOurs || count === 0) return context;
  if (!isUnclear) return new Awaiting(madeForAwait(), context);
  const kept = new Unclear(isQueued, context);
  isUnclear = false;
  return kept;
}

// Stands for the promise of a job that has none, as it was made before anybody listened.
let promiseOfOldJob;

// The promise for which a job runs, if there is one.
function promiseOf(kept, promise) {
  if (kept instanceof Awaiting) return kept.promise;
  if (!(kept instanceof Unclear)) return promise ?? promiseOfOldJob;
  // That of a promise that follows another is queued as soon as it is made; one with a promise that was not is a note.
  if (promise !== undefined) return kept.isQueued ? promise : undefined;
  kept.awaiting ??= madeForAwait();
  return kept.awaiting;
}

function beforeJob(kept, promise) {
  isUnclear = false;
  setAsyncContext(kept instanceof Awaiting || kept instanceof Unclear ? kept.context : kept);
  if (count === 0) return;
  promiseOfOldJob = standIn();
  const subject = promiseOf(kept, promise);
  if (subject !== undefined) tell('before', subject);
}

function afterJob(kept, promise) {
  if (count === 0) return;
  const subject = promiseOf(kept, promise);
  if (subject === undefined) return;
  if (subject !== promise) tell('settled', subject);
  tell('after', subject);
}

// In place of the engine's, as long as somebody listens: the engine does not tell whose then() it was, and makes no
// promise that nobody asks for. It asks for this one when a promise is to follow another.
const { then } = {
  then(onFulfilled, onRejected) {
    isUnclear = false;
    if (count === 0) return ownThen.call(this, onFulfilled, onRejected);
    const before = isInThen;
    const outer = parent;
    isInThen = true;
    parent = this;
    try {
      return ownThen.call(this, onFulfilled, onRejected);
    } finally {
      isInThen = before;
      parent = outer;
      isUnclear = true;
    }
  },
};

function getThen() {
  isUnclear = true;
  return then;
}

// A script that sets another has it.
function setThen(value) {
  Object.defineProperty(this, 'then', {
    __proto__: null, value, writable: true, enumerable: this !== promisePrototype, configurable: true,
  });
}

function replaceThen() {
  if (Object.getOwnPropertyDescriptor(promisePrototype, 'then')?.value !== ownThen) return;
  Object.defineProperty(promisePrototype, 'then', {
    __proto__: null, get: getThen, set: setThen, enumerable: false, configurable: true,
  });
}

function restoreThen() {
  if (Object.getOwnPropertyDescriptor(promisePrototype, 'then')?.get !== getThen) return;
  Object.defineProperty(promisePrototype, 'then', {
    __proto__: null, value: ownThen, writable: true, enumerable: false, configurable: true,
  });
}

function start() {
  switchWatch ??= promiseWatch(onMade, onSettled);
  watchJobs(jobMade, beforeJob, afterJob);
  switchWatch(true);
  replaceThen();
}

function stop() {
  switchWatch(false);
  restoreThen();
}

// Gives a function that ends it.
function listen(callbacks) {
  for (const event of Object.keys(listeners)) {
    if (callbacks[event] !== undefined) listeners[event] = listeners[event].concat(callbacks[event]);
  }
  if (count++ === 0) start();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    for (const event of Object.keys(listeners)) {
      listeners[event] = listeners[event].filter((other) => other !== callbacks[event]);
    }
    if (--count === 0) stop();
  };
}

module.exports = { listen, quietly };
