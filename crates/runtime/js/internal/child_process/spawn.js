// spawn() and fork().
'use strict';

const { AbortError, codes } = require('internal/errors');
const { ChildProcess } = require('internal/child_process/child');
const {
  describe, killSignalNumber, toTexts, validateAbortSignal, validateTimeout,
} = require('internal/child_process/options');
const { toList } = require('internal/child_process/stdio');
const { validateObject } = require('internal/validators');

function spawn(file, args, options) {
  return start(describe(file, args, options));
}

// Starts what was described, and ends it when its time is over or its signal says so.
function start(plan) {
  validateTimeout(plan.timeout);
  validateAbortSignal(plan.signal, 'options.signal');
  const killSignal = killSignalNumber(plan.killSignal);
  const child = new ChildProcess();
  child.spawn(plan);
  if (plan.timeout > 0) limitTime(child, plan.timeout, killSignal);
  if (plan.signal) heed(child, plan.signal, killSignal);
  return child;
}

function limitTime(child, timeout, killSignal) {
  const { clearTimeout, setTimeout } = require('timers');
  const timer = setTimeout(() => {
    try {
      child.kill(killSignal);
    } catch (error) {
      child.emit('error', error);
    }
  }, timeout);
  child.once('exit', () => clearTimeout(timer));
}

function heed(child, signal, killSignal) {
  const abort = () => endByAbort(child, signal.reason, killSignal);
  if (signal.aborted) {
    process.nextTick(abort);
    return;
  }
  const { addAbortListener } = require('internal/events/abort_listener');
  const listening = addAbortListener(signal, abort);
  child.once('exit', () => listening[Symbol.dispose]());
}

function endByAbort(child, reason, killSignal) {
  try {
    if (child.kill(killSignal)) child.emit('error', new AbortError(undefined, { cause: reason }));
  } catch (error) {
    child.emit('error', error);
  }
}

// Another process of this program, with a channel between the two.
function fork(modulePath, args = [], options) {
  const path = require('internal/fs/validate').getValidatedPath(modulePath, 'modulePath');
  if (args !== null && typeof args === 'object' && !Array.isArray(args)) {
    options = args;
    args = undefined;
  } else if (args !== null && args !== undefined && !Array.isArray(args)) {
    throw new codes.ERR_INVALID_ARG_TYPE('args', 'Array', args);
  }
  if (options !== undefined && options !== null) validateObject(options, 'options');
  const own = { __proto__: null, ...options, shell: false };
  own.execPath ||= process.execPath;
  own.stdio = withChannel(own);
  const execArgv = own.execArgv === undefined ? ownExecArgv() : toTexts(own.execArgv, 'options.execArgv');
  return spawn(own.execPath, [...execArgv, path, ...(args ?? [])], own);
}

// The options of this process, but for a script that it was given by one of them: the child would run that again.
function ownExecArgv() {
  const list = process.execArgv.filter((text) => !text.startsWith('--eval=') && !text.startsWith('--print='));
  const place = list.lastIndexOf(process._eval);
  if (place > 0) list.splice(place - 1, 2);
  return list;
}

function withChannel({ stdio, silent }) {
  if (typeof stdio === 'string') return toList(stdio, 'ipc');
  if (!stdio) return toList(silent ? 'pipe' : 'inherit', 'ipc');
  if (!stdio.includes('ipc')) throw new codes.ERR_CHILD_PROCESS_IPC_REQUIRED('options.stdio');
  return stdio;
}

module.exports = { fork, spawn, start };
