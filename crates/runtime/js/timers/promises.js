// Timers as promises and as an async iterator.
'use strict';

const timers = require('internal/timers');
const { queueMicrotask } = require('internal/task_queue');
const {
  validateAbortSignal, validateBoolean, validateNumber, validateObject,
} = require('internal/validators');
const { Timeout, Immediate, activate } = timers;

function checkOptions(options) {
  if (options === undefined) return {};
  validateObject(options, 'options');
  const { signal, ref } = options;
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  if (ref !== undefined) validateBoolean(ref, 'options.ref');
  return options;
}

function abortError(signal) {
  const { AbortError } = require('internal/errors');
  return new AbortError(undefined, { cause: signal.reason });
}

// Calls `settle` some promise jobs from now.
function afterJobs(count, settle, value) {
  if (count === 0) settle(value);
  else queueMicrotask(() => afterJobs(count - 1, settle, value));
}

// A script can count the jobs between what happens and what it is told: with a signal there are that
// many more of them.
const kJobsWithSignal = 5;
const kJobsOfInterval = 2;

// Settles when `start` calls back, or is rejected when the signal is aborted first.
function wait(options, start, stop) {
  let signal;
  try {
    ({ signal } = checkOptions(options));
  } catch (error) {
    return Promise.reject(error);
  }
  if (signal?.aborted) return Promise.reject(abortError(signal));
  const { promise, resolve, reject } = Promise.withResolvers();
  const timer = start(signal === undefined ? resolve : (value) => {
    signal.removeEventListener('abort', onAbort);
    afterJobs(kJobsWithSignal, resolve, value);
  });
  if (options?.ref === false) timer.unref();
  function onAbort() {
    stop(timer);
    afterJobs(kJobsWithSignal, reject, abortError(signal));
  }
  signal?.addEventListener('abort', onAbort, { once: true });
  return promise;
}

function setTimeout(delay, value, options = undefined) {
  try {
    if (delay !== undefined) validateNumber(delay, 'delay');
  } catch (error) {
    return Promise.reject(error);
  }
  return wait(options, (done) => {
    const timer = new Timeout(done, delay, [value], false);
    activate(timer, true);
    return timer;
  }, timers.clear);
}

function setImmediate(value, options = undefined) {
  return wait(options, (done) => new Immediate(done, [value]), timers.clearImmediate);
}

async function* setInterval(delay, value, options = undefined) {
  if (delay !== undefined) validateNumber(delay, 'delay');
  const { signal, ref } = checkOptions(options);
  if (signal?.aborted) throw abortError(signal);
  let ticks = 0;
  let waiter = null;
  const timer = new Timeout(() => {
    ticks++;
    waiter?.resolve();
    waiter = null;
  }, delay, undefined, true);
  activate(timer, ref !== false);
  function onAbort() {
    timers.clear(timer);
    if (waiter !== null) afterJobs(kJobsOfInterval, waiter.reject, abortError(signal));
    waiter = null;
  }
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal?.aborted) {
      if (ticks === 0) {
        waiter = Promise.withResolvers();
        await waiter.promise;
      }
      for (; ticks > 0; ticks--) yield value;
    }
    throw abortError(signal);
  } finally {
    timers.clear(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

let isMakingScheduler = false;

class Scheduler {
  #isScheduler = true;

  constructor() {
    if (isMakingScheduler) return;
    const { ERR_ILLEGAL_CONSTRUCTOR } = require('internal/errors').codes;
    throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static #check(value) {
    if (#isScheduler in value) return;
    const { ERR_INVALID_THIS } = require('internal/errors').codes;
    throw new ERR_INVALID_THIS('Scheduler');
  }

  yield() {
    Scheduler.#check(this);
    return setImmediate();
  }

  wait(delay, options) {
    Scheduler.#check(this);
    return setTimeout(delay, undefined, options);
  }
}

isMakingScheduler = true;
const scheduler = new Scheduler();
isMakingScheduler = false;

module.exports = { setTimeout, setImmediate, setInterval, scheduler };
