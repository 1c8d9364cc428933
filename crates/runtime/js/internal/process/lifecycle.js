// How a process ends: exit codes, 'beforeExit' and 'exit', exceptions that nobody caught.
'use strict';

const native = binding('process');
const EventEmitter = require('events');

let exitCode;
let captureCallback = null;
const auxiliaryCallbacks = [];
// Of the module `domain`, once that is loaded.
let domainHandler;
let lastValue;
let isMainUnsettled;
let tellUnsettled;

// Node's exit code when there is nobody to handle an uncaught exception: a script has removed
// `process._fatalException`.
const kNoHandler = 6;

// Node's exit code when the handler of an uncaught exception throws.
const kHandlerFailed = 7;
// The exit code of a program that waits for what never comes.
const kUnsettledAwait = 13;

function getExitCode() {
  return exitCode;
}

function setExitCode(value) {
  let code = value;
  if (code !== null && code !== undefined) {
    if (typeof code === 'string' && code !== '') {
      const number = Number(code);
      if (Number.isInteger(number)) code = number;
    }
    require('internal/validators').validateInteger(code, 'code');
  }
  exitCode = code ?? undefined;
  native.setExitCode(Number(exitCode || 0) | 0);
}

// From here on ticks are not taken any more.
function markExiting() {
  const { cells, kExiting } = require('internal/task_queue');
  process._exiting = true;
  cells[kExiting] = 1;
}

function exit(code) {
  if (arguments.length !== 0) setExitCode(code);
  if (native.hasOptions() && require('internal/process/options').getOption('--trace-exit')) traceExit();
  if (!process._exiting) {
    if (lastValue !== undefined) require('console').log(lastValue.value);
    markExiting();
    process.emit('exit', exitCode || 0);
    last?.();
  }
  process.reallyExit(exitCode || 0);
}

// `--trace-exit`: where the program was ended.
function traceExit() {
  const holder = { name: '', message: '' };
  Error.captureStackTrace(holder, traceExit);
  const frames = holder.stack.split('\n').slice(1).join('\n');
  const { isMainThread, threadId } = binding('worker');
  const who = isMainThread ? `node:${process.pid}` : `node:${process.pid}, thread:${threadId}`;
  binding('errors').writeFatal(`(${who}) WARNING: Exited the environment with code ${exitCode || 0}\n${frames}\n`);
}

function reallyExit(code) {
  end(Number(code) | 0);
}

// From Rust, when the loop is no longer alive.
function emitBeforeExit() {
  process.emit('beforeExit', exitCode || 0);
}

// `-p`: the value is printed when all is done.
function printAtExit(value) {
  lastValue = { value };
}

// The program is an ES module: asked at the end, `isPending` tells whether it still waits for something, and `tell` says
// for what.
function watchMain(isPending, tell) {
  isMainUnsettled = isPending;
  tellUnsettled = tell;
}

// From Rust, at the very end. It may be the second time: a handler that throws keeps process.exit() from
// leaving, if somebody takes the error.
function emitExit() {
  if (exitCode === undefined && isMainUnsettled?.()) {
    setExitCode(kUnsettledAwait);
    tellUnsettled();
  }
  if (lastValue !== undefined) require('console').log(lastValue.value);
  markExiting();
  process.emit('exit', exitCode || 0);
  last?.();
  beforeEnd?.();
}

// What the library itself has to do when the handlers of 'exit' have run.
let last;

function atEnd(run) {
  const before = last;
  last = before === undefined ? run : () => {
    before();
    run();
  };
}

// From Rust: an exception came out of a callback. `place` is where it was thrown.
function uncaughtException(error, place) {
  handleUncaught(error, place, 'uncaughtException');
}

// In a worker: who is told of an error that ends it, and what is done before it ends.
let fatalHandler;
let beforeEnd;

function setFatalHandler(handler, before) {
  fatalHandler = handler;
  beforeEnd = before;
}

function report(error, place) {
  if (fatalHandler === undefined) require('internal/process/fatal').print(error, place);
  else fatalHandler(error);
}

function end(code) {
  beforeEnd?.();
  native.reallyExit(code);
}

function handleUncaught(error, place, origin) {
  if (typeof process._fatalException !== 'function') {
    // In a worker nobody is told.
    if (fatalHandler === undefined) report(error, place);
    end(kNoHandler);
  }
  let handled;
  try {
    handled = offer(error, origin);
  } catch (another) {
    // The handler itself failed: nobody is left to ask, not even 'exit' handlers.
    report(another);
    end(fatalHandler === undefined ? kHandlerFailed : 1);
  }
  if (handled) resume();
  else die(error, place);
}

// Says whether somebody took the exception.
function offer(error, origin) {
  process.emit('uncaughtExceptionMonitor', error, origin);
  if (domainHandler !== undefined && domainHandler(error, origin)) return true;
  if (captureCallback !== null) {
    captureCallback(error);
    return true;
  }
  for (let i = auxiliaryCallbacks.length - 1; i >= 0; i--) {
    if (auxiliaryCallbacks[i](error) === true) return true;
  }
  return process.emit('uncaughtException', error, origin);
}

// process._fatalException(): whether somebody takes an error as if it had come out of a callback.
function fatalException(error, isRejection) {
  const handled = offer(error, isRejection ? 'unhandledRejection' : 'uncaughtException');
  if (handled) resume();
  return handled;
}

// What the exception left in the queues runs in the next check phase, if no callback comes before.
function resume() {
  const { drain, leaveAll } = require('internal/task_queue');
  require('timers').setImmediate(drain);
  leaveAll();
}

// The error is printed last, after the 'exit' handlers: one of them may end the process before.
// Told of an error that ends the program, if a report is wanted.
let reporter = null;

function setReporter(report) {
  reporter = report;
}

function die(error, place) {
  if (!process._exiting) {
    markExiting();
    exitCode = 1;
    try {
      process.emit('exit', exitCode);
      last?.();
    } catch {
      // There is one error to report already.
    }
  }
  report(error, place);
  reporter?.(error);
  if (fatalHandler === undefined && require('internal/process/options').getOption('--abort-on-uncaught-exception')) {
    native.abort();
  }
  end(Number(exitCode ?? 1) | 0);
}

function setUncaughtExceptionCaptureCallback(callback) {
  if (callback === null) {
    captureCallback = null;
    return;
  }
  const { codes } = require('internal/errors');
  if (typeof callback !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], callback);
  }
  if (captureCallback !== null) throw new codes.ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
  captureCallback = callback;
}

// Asked from the last to the first, if no callback captures all: one that returns true takes the error.
function addUncaughtExceptionCaptureCallback(callback) {
  require('internal/validators').validateFunction(callback, 'fn');
  auxiliaryCallbacks.push(callback);
}

function setDomainHandler(handler) {
  domainHandler = handler;
}

function hasUncaughtExceptionCaptureCallback() {
  return captureCallback !== null;
}

function install() {
  process._events = undefined;
  EventEmitter.call(process);
  process._eventsCount ??= 0;
  process.on('newListener', (name) => {
    if (isSignal(name)) require('internal/process/signals').listenerAdded(name);
  });
  process.on('removeListener', (name) => {
    if (isSignal(name)) require('internal/process/signals').listenerRemoved(name);
  });
  if (native.envGet('NODE_NO_WARNINGS') !== '1') process.on('warning', onWarning);
  if (native.hasOptions()) require('internal/process/options').apply();
}

// Warnings are printed by a listener, so that a program can remove it.
function onWarning(warning) {
  require('internal/process/warnings').print(warning);
}

function isSignal(name) {
  return typeof name === 'string' && name.startsWith('SIG');
}

module.exports = {
  atEnd,
  install,
  exit,
  reallyExit,
  // Not a constructor, as in Node.
  abort() {
    native.abort();
  },
  beforeExit: emitBeforeExit,
  setDomainHandler,
  setFatalHandler,
  setReporter,
  uncaughtException,
  handleUncaught,
  fatalException,
  getExitCode,
  setExitCode,
  emitExit,
  printAtExit,
  watchMain,
  setUncaughtExceptionCaptureCallback,
  addUncaughtExceptionCaptureCallback,
  hasUncaughtExceptionCaptureCallback,
};
