// performance.timerify(): a function that tells observers how long each of its calls took.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { makeNodeEntry } = require('internal/perf/entry');
const { now } = require('internal/performance');
const { isObserved, tellObservers } = require('internal/perf/timeline');
const { validateFunction, validateObject } = require('internal/validators');

function report(name, start, args, histogram) {
  histogram?.record(Math.max(1, Math.ceil((now() - start) * 1e6)));
  if (!isObserved('function')) return;
  const entry = makeNodeEntry(name, 'function', start, now() - start, args);
  args.forEach((arg, index) => { entry[index] = arg; });
  tellObservers(entry, 'function');
}

function timerify(fn, options = {}) {
  validateFunction(fn, 'fn');
  validateObject(options, 'options');
  const { histogram } = options;
  if (histogram !== undefined) checkHistogram(histogram);
  // No arrow: the function can be called as a method and with `new`, like the one inside.
  const timed = function(...args) {
    return timedCall(fn, this, args, new.target !== undefined, histogram);
  };
  for (const [key, value] of [['length', fn.length], ['name', `timerified ${fn.name}`]]) {
    Object.defineProperty(timed, key, { __proto__: null, configurable: false, enumerable: true, value });
  }
  return timed;
}

function checkHistogram(histogram) {
  const { RecordableHistogram } = require('internal/perf/histogram');
  if (!(histogram instanceof RecordableHistogram)) {
    throw new ERR_INVALID_ARG_TYPE('options.histogram', 'RecordableHistogram', histogram);
  }
}

function timedCall(fn, receiver, args, isNew, histogram) {
  const start = now();
  const done = () => report(fn.name, start, args, histogram);
  const result = isNew ? Reflect.construct(fn, args, fn) : Reflect.apply(fn, receiver, args);
  // Of a promise the time until it is settled counts.
  if (!isNew && typeof result?.finally === 'function') return result.finally(done);
  done();
  return result;
}

module.exports = { timerify };
