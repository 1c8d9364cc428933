// The public timers module: what the globals are made of, too.
'use strict';

const {
  Timeout, Immediate, activate, clear, clearImmediate, timersById,
} = require('internal/timers');

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
  const timeout = new Timeout(callback, repeat, args, true);
  activate(timeout, true);
  return timeout;
}

function clearTimeout(timer) {
  if (timer?._onTimeout) {
    clear(timer);
  } else if (typeof timer === 'number' || typeof timer === 'string') {
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
  return new Immediate(callback, args);
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

for (const owner of [setTimeout, setImmediate]) {
  const { name } = owner;
  Object.defineProperty(owner, Symbol.for('nodejs.util.promisify.custom'), {
    __proto__: null,
    enumerable: true,
    get() { return require('timers/promises')[name]; },
  });
}
