// The next-tick queue, and the library's side of microtasks and rejections. When they run is decided
// in Rust (turn.rs); here is only what is in them.
'use strict';

const native = binding('task_queue');
const cells = native.cells;
const kTicks = 0;
const kAsyncContext = 2;
const kExiting = 3;

// A ring: a tick takes three places (function, arguments, async context). Its length is a power of
// two times three, so that a tick never wraps inside.
const kPlaces = 3;
let ring = new Array(256 * kPlaces);
let head = 0;
let tail = 0;

function grow() {
  const length = ring.length;
  const larger = new Array(length * 2);
  for (let i = 0; i < length; i++) larger[i] = ring[(head + i) % length];
  ring = larger;
  head = 0;
  tail = length;
}

function push(callback, args) {
  ring[tail] = callback;
  ring[tail + 1] = args;
  ring[tail + 2] = cells[kAsyncContext] === 0 ? undefined : native.getAsyncContext();
  tail += kPlaces;
  if (tail === ring.length) tail = 0;
  if (tail === head) grow();
  cells[kTicks] = 1;
}

function nextTick(callback) {
  if (typeof callback !== 'function') {
    require('internal/validators').validateFunction(callback, 'callback');
  }
  if (cells[kExiting] !== 0) return;
  let args;
  const count = arguments.length;
  if (count > 1) {
    args = new Array(count - 1);
    for (let i = 1; i < count; i++) args[i - 1] = arguments[i];
  }
  push(callback, args);
}

// Runs the queue until it is empty, what ticks add included. A tick that throws leaves the rest in
// the queue: the caller comes back for it.
function runTicks() {
  while (head !== tail) {
    const callback = ring[head];
    const args = ring[head + 1];
    const context = ring[head + 2];
    ring[head] = ring[head + 1] = ring[head + 2] = undefined;
    head += kPlaces;
    if (head === ring.length) head = 0;
    if (cells[kAsyncContext] !== 0) native.setAsyncContext(context);
    if (args === undefined) callback();
    else if (args.length === 1) callback(args[0]);
    else callback(...args);
  }
  cells[kTicks] = 0;
}

function queueMicrotask(callback) {
  if (typeof callback !== 'function') {
    require('internal/validators').validateFunction(callback, 'callback');
  }
  native.queueMicrotask(callback);
}

function install() {
  const rejections = require('internal/process/rejections');
  const lifecycle = require('internal/process/lifecycle');
  const timers = require('internal/timers');
  native.trackRejections(rejections.changed);
  native.setHooks({
    runTicks,
    processRejections: rejections.process,
    uncaughtException: lifecycle.uncaughtException,
    beforeExit: lifecycle.beforeExit,
    exit: lifecycle.emitExit,
    processTimers: timers.processTimers,
    processImmediates: timers.processImmediates,
  });
}

module.exports = {
  install,
  nextTick,
  queueMicrotask,
  drain: native.drain,
  cells,
  kAsyncContext,
  kExiting,
  getAsyncContext: native.getAsyncContext,
  setAsyncContext: native.setAsyncContext,
};
