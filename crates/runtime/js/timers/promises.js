// Timers as promises and as an async iterator.
'use strict';

const timers = require('internal/timers');
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

// A script can count the jobs between what happens and what it is told: with a signal there are that
// many more of them.
const kJobsWithSignal = 5;

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
    resolve(value);
  });
  if (options?.ref === false) timer.unref();
  if (signal === undefined) return promise;
  function onAbort() {
    stop(timer);
    reject(abortError(signal));
  }
  signal.addEventListener('abort', onAbort, { once: true });
  let result = promise;
  for (let job = 0; job < kJobsWithSignal; job++) result = result.then();
  return result;
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
  let wake = null;
  const timer = new Timeout(() => {
    ticks++;
    wake?.();
    wake = null;
  }, delay, undefined, true);
  activate(timer, ref !== false);
  function onAbort() {
    timers.clear(timer);
    wake?.(Promise.reject(abortError(signal)));
    wake = null;
  }
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal?.aborted) {
      if (ticks === 0) await new Promise((resolve) => { wake = resolve; });
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
