// The moments at which something may be called.
'use strict';

const later = {
  now: (callback) => callback(),
  tick: (callback) => process.nextTick(callback),
  microtask: (callback) => queueMicrotask(callback),
  immediate: (callback) => setImmediate(callback),
  secondTick: (callback) => process.nextTick(() => process.nextTick(callback)),
  tickAfterMicrotask: (callback) => queueMicrotask(() => process.nextTick(callback)),
};
const times = ['now', ...Object.keys(later)];

module.exports = { later, times };
