// The functions of timers that go by a mock clock.
'use strict';

const { AbortError } = require('internal/errors');
const { validateAbortSignal, validateObject, validateUint32 } = require('internal/validators');

const kLongest = 2 ** 31 - 1;

// As the real ones do: a millisecond is the least, and stands for all that cannot be.
function readDelay(delay) {
  const number = Number(delay);
  return number >= 1 && number <= kLongest ? Math.trunc(number) : 1;
}

// Lists [object, name, function] of what an API replaces.
function replacementsFor(api, clock) {
  const timers = require('timers');
  const promises = require('timers/promises');
  const everywhere = (name, value) => [[globalThis, name, value], [timers, name, value]];
  switch (api) {
    case 'setTimeout':
      return [
        ...everywhere('setTimeout', (callback, delay, ...args) => clock.add(callback, args, readDelay(delay), false)),
        ...everywhere('clearTimeout', (timer) => clear(clock, timer)),
        [promises, 'setTimeout', (delay, value, options) => wait(clock, readDelay(delay), value, options)],
      ];
    case 'setInterval':
      return [
        ...everywhere('setInterval', (callback, delay, ...args) => clock.add(callback, args, readDelay(delay), true)),
        ...everywhere('clearInterval', (timer) => clear(clock, timer)),
        [promises, 'setInterval', (delay, value, options) => repeat(clock, readDelay(delay), value, options)],
      ];
    case 'setImmediate':
      return [
        ...everywhere('setImmediate', (callback, ...args) => clock.add(callback, args, undefined, false)),
        ...everywhere('clearImmediate', (timer) => clear(clock, timer)),
        [promises, 'setImmediate', (value, options) => wait(clock, undefined, value, options)],
      ];
    case 'Date':
      return [[globalThis, 'Date', require('internal/test/mock/date').makeDate(clock)]];
    case 'scheduler.wait':
      return [[promises.scheduler, 'wait', (delay, options) => wait(clock, readDelay(delay), undefined, options)]];
    default:
      return [[require('internal/abort_controller').AbortSignal, 'timeout', (delay) => timeoutSignal(clock, delay)]];
  }
}

function clear(clock, timer) {
  if (timer !== undefined && timer !== null) clock.remove(timer);
}

function abortError(signal) {
  return new AbortError(undefined, { cause: signal.reason });
}

async function wait(clock, delay, value, options = {}) {
  validateObject(options, 'options');
  const { signal } = options;
  if (signal !== undefined) {
    validateAbortSignal(signal, 'options.signal');
    if (signal.aborted) throw abortError(signal);
  }
  const { promise, resolve, reject } = Promise.withResolvers();
  const timer = clock.add(() => {
    signal?.removeEventListener('abort', onAbort);
    resolve(value);
  }, [], delay, false);
  function onAbort() {
    clock.remove(timer);
    reject(abortError(signal));
  }
  signal?.addEventListener('abort', onAbort, { __proto__: null, once: true });
  return promise;
}

// Ticks that nobody has asked for yet are kept.
async function* repeat(clock, delay, value, options = {}) {
  validateObject(options, 'options');
  const { signal } = options;
  if (signal !== undefined) {
    validateAbortSignal(signal, 'options.signal');
    if (signal.aborted) throw abortError(signal);
  }
  let ticks = 0;
  let waiting;
  const timer = clock.add(() => {
    ticks++;
    waiting?.resolve();
  }, [], delay, true);
  const onAbort = () => {
    clock.remove(timer);
    waiting?.resolve();
  };
  signal?.addEventListener('abort', onAbort, { __proto__: null, once: true });
  try {
    for (;;) {
      if (ticks === 0 && !signal?.aborted) {
        waiting = Promise.withResolvers();
        await waiting.promise;
        waiting = undefined;
      }
      if (ticks === 0) throw abortError(signal);
      ticks--;
      yield value;
    }
  } finally {
    clock.remove(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function timeoutSignal(clock, delay) {
  const { AbortController } = require('internal/abort_controller');
  validateUint32(delay, 'delay', false);
  const controller = new AbortController();
  clock.add(() => controller.abort(), [], readDelay(delay), false);
  return controller.signal;
}

module.exports = { replacementsFor };
