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

  function timerified(...args) {
    const start = now();
    if (new.target !== undefined) {
      const made = Reflect.construct(fn, args, fn);
      report(fn.name, start, args);
      return made;
    }
    const result = Reflect.apply(fn, this, args);
    // Of a promise the time until it is settled counts.
    if (typeof result?.finally === 'function') return result.finally(() => report(fn.name, start, args));
    report(fn.name, start, args);
    return result;
  }

  return Object.defineProperties(timerified, {
    length: { configurable: false, enumerable: true, value: fn.length },
    name: { configurable: false, enumerable: true, value: `timerified ${fn.name}` },
  });
}

module.exports = { timerify };
