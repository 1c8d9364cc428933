// context.waitFor(): calls a function again and again until it no longer fails.
'use strict';

const { validateFunction, validateNumber, validateObject } = require('internal/validators');
const { setTimeout, clearTimeout } = require('timers');

const kLongest = 2 ** 31 - 1;

function waitFor(condition, options = {}) {
  validateFunction(condition, 'condition');
  validateObject(options, 'options');
  const { interval = 50, timeout = 1000 } = options;
  validateNumber(interval, 'options.interval', 0, kLongest);
  validateNumber(timeout, 'options.timeout', 0, kLongest);
  const { promise, resolve, reject } = Promise.withResolvers();
  poll(condition, interval, timeout, resolve, reject);
  return promise;
}

function poll(condition, interval, timeout, resolve, reject) {
  const none = Symbol('none');
  let cause = none;
  let next;
  let isOver = false;
  const limit = setTimeout(() => {
    isOver = true;
    clearTimeout(next);
    const error = new Error('waitFor() timed out');
    if (cause !== none) error.cause = cause;
    reject(error);
  }, timeout);
  async function attempt() {
    try {
      const value = await condition();
      isOver = true;
      clearTimeout(limit);
      resolve(value);
    } catch (error) {
      if (isOver) return;
      cause = error;
      next = setTimeout(attempt, interval);
    }
  }
  attempt();
}

module.exports = { waitFor };
