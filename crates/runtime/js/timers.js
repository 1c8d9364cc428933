// The public timers module: what the globals are made of, too.
'use strict';

// What does the work is loaded when the first timer is set: a start needs these functions for its globals, no more.
let internals;

function load() {
  return internals = require('internal/timers');
}

function check(callback) {
  if (typeof callback !== 'function') {
    require('internal/validators').validateFunction(callback, 'callback');
  }
}

function setTimeout(callback, after) {
  check(callback);
  let args;
  const count = arguments.length;
  if (count > 2) {
    args = new Array(count - 2);
    for (let i = 2; i < count; i++) args[i - 2] = arguments[i];
  }
  const { Timeout, activate } = internals ?? load();
  const timeout = new Timeout(callback, after, args, false);
  activate(timeout, true);
  return timeout;
}

function setInterval(callback, repeat) {
  check(callback);
  let args;
  const count = arguments.length;
  if (count > 2) {
    args = new Array(count - 2);
    for (let i = 2; i < count; i++) args[i - 2] = arguments[i];
  }
  const { Timeout, activate } = internals ?? load();
  const timeout = new Timeout(callback, repeat, args, true);
  activate(timeout, true);
  return timeout;
}

function clearTimeout(timer) {
  if (timer?._onTimeout) {
    (internals ?? load()).clear(timer);
  } else if (typeof timer === 'number' || typeof timer === 'string') {
    const { clear, timersById } = internals ?? load();
    const known = timersById.get(Number(timer));
    if (known !== undefined) clear(known);
  }
}

function clearInterval(timer) {
  clearTimeout(timer);
}

function setImmediate(callback) {
  check(callback);
  let args;
  const count = arguments.length;
  if (count > 1) {
    args = new Array(count - 1);
    for (let i = 1; i < count; i++) args[i - 1] = arguments[i];
  }
  const { Immediate } = internals ?? load();
  return new Immediate(callback, args);
}

function clearImmediate(immediate) {
  // (Before the first is set there is none to clear.)
  if (internals !== undefined) internals.clearImmediate(immediate);
}

module.exports = {
  setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval,
};

Object.defineProperty(module.exports, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('timers/promises'); },
});

// (Without a loop over the two: a start would need iterators for it.)
function definePromisified(owner) {
  const { name } = owner;
  Object.defineProperty(owner, Symbol.for('nodejs.util.promisify.custom'), {
    __proto__: null,
    enumerable: true,
    get() { return require('timers/promises')[name]; },
  });
}
definePromisified(setTimeout);
definePromisified(setImmediate);
