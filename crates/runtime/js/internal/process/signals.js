// Signals: sending them, and the events of the process for those that arrive.
'use strict';

const native = binding('signals');

function signalNumbers() {
  return require('internal/os/constants').signals;
}

// The system call, apart so that it can be replaced.
function rawKill(pid, signal) {
  return binding('process').kill(pid, signal);
}

function kill(pid, signal) {
  // A loose comparison: '12' will do, too.
  if (pid != (pid | 0)) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
  }
  const number = numberOf(signal);
  if (number !== 0) beforeSignal?.(pid | 0, signal || 'SIGTERM');
  const errno = process._kill(pid | 0, number);
  if (errno) throw failed(errno, 'kill');
  return true;
}

let beforeSignal;

// A function that is told of each signal before it is sent: the program may be about to end itself.
function onSignalSent(listener) {
  beforeSignal = listener;
}

function numberOf(signal) {
  if (typeof signal === 'number') return signal;
  const name = signal || 'SIGTERM';
  const number = signalNumbers()[name];
  if (number === undefined) {
    const { ERR_UNKNOWN_SIGNAL } = require('internal/errors').codes;
    throw new ERR_UNKNOWN_SIGNAL(typeof name === 'string' ? name : require('internal/util/inspect').inspect(name));
  }
  return number;
}

function failed(errno, syscall) {
  const { ErrnoException } = require('internal/errors');
  return new ErrnoException(errno, syscall);
}

// Has the process emit a signal's event as long as there are listeners.
function listenerAdded(name) {
  if (!binding('stdio').isDirect) return;
  const number = signalNumbers()[name];
  if (number === undefined || process.listenerCount(name) > 0) return;
  const errno = native.start(number, (arrived) => process.emit(name, name, arrived));
  if (errno < 0) throw failed(errno, 'uv_signal_start');
}

function listenerRemoved(name) {
  if (!binding('stdio').isDirect) return;
  const number = signalNumbers()[name];
  if (number !== undefined && process.listenerCount(name) === 0) native.stop(number);
}

module.exports = { kill, onSignalSent, rawKill, listenerAdded, listenerRemoved };
