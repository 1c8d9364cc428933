// performance.timerify(): a function that tells observers how long each of its calls took.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { makeNodeEntry } = require('internal/perf/entry');
const { now } = require('internal/performance');
const { isObserved, tellObservers } = require('internal/perf/timeline');
const { validateFunction, validateObject } = require('internal/validators');

function report(name, start, args) {
  if (!isObserved('function')) return;
  const entry = makeNodeEntry(name, 'function', start, now() - start, args);
  args.forEach((arg, index) => { entry[index] = arg; });
  tellObservers(entry, 'function');
}

function timerify(fn, options = {}) {
  validateFunction(fn, 'fn');
  validateObject(options, 'options');
  if (options.histogram !== undefined) {
    throw new ERR_INVALID_ARG_TYPE('options.histogram', 'RecordableHistogram', options.histogram);
  }
  // No arrow: the function can be called as a method and with `new`, like the one inside.
  const timed = function(...args) {
    return timedCall(fn, this, args, new.target !== undefined);
  };
  for (const [key, value] of [['length', fn.length], ['name', `timerified ${fn.name}`]]) {
    Object.defineProperty(timed, key, { __proto__: null, configurable: false, enumerable: true, value });
  }
  return timed;
}

function timedCall(fn, receiver, args, isNew) {
  const start = now();
  const done = () => report(fn.name, start, args);
  const result = isNew ? Reflect.construct(fn, args, fn) : Reflect.apply(fn, receiver, args);
  // Of a promise the time until it is settled counts.
  if (!isNew && typeof result?.finally === 'function') return result.finally(done);
  done();
  return result;
}

module.exports = { timerify };
