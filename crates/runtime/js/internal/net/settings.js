// Timeouts of a socket, and what can be set on it.
'use strict';

const { codes, ErrnoException } = require('internal/errors');
const { Timeout, activate, clear, kMaxDelay } = require('internal/timers');
const {
  kHandle,
  kLastWriteQueueSize,
  kSetKeepAlive,
  kSetKeepAliveInitialDelay,
  kSetNoDelay,
  kSetTypeOfService,
  kTimeout,
} = require('internal/net/fields');
const { validateFunction, validateInt32, validateNumber } = require('internal/validators');

// Methods of a socket.
const methods = {};

// Also of other streams that sockets are under.
methods.setTimeout = function setStreamTimeout(msecs, callback) {
  if (!this.destroyed) {
    this.timeout = msecs;
    const duration = durationOf(msecs);
    clearTimer(this);
    if (duration > 0) startTimer(this, duration);
    if (callback !== undefined) listenForTimeout(this, callback, duration > 0);
  }
  return this;
};

// It does not keep the program alive.
function startTimer(socket, duration) {
  const timer = socket[kTimeout] = new Timeout(onTimeout, duration, [socket], false);
  activate(timer, false);
}

function listenForTimeout(socket, callback, isOn) {
  validateFunction(callback, 'callback');
  if (isOn) socket.once('timeout', callback);
  else socket.removeListener('timeout', callback);
}

function wholeSeconds(milliseconds) {
  return milliseconds > 0 ? Math.trunc(milliseconds / 1000) : 0;
}

function durationOf(msecs) {
  validateNumber(msecs, 'msecs');
  if (!(msecs >= 0 && msecs < Infinity)) {
    throw new codes.ERR_OUT_OF_RANGE('msecs', 'a non-negative finite number', msecs);
  }
  if (msecs <= kMaxDelay) return msecs;
  process.emitWarning(
    `${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${kMaxDelay}.`,
    'TimeoutOverflowWarning');
  return kMaxDelay;
}

function onTimeout(socket) {
  socket._onTimeout();
}

// A write that goes on, however slowly, is no silence.
methods._onTimeout = function() {
  const handle = this[kHandle];
  if (handle && this[kLastWriteQueueSize] > 0) {
    const waiting = handle.writeQueueSize;
    const moved = waiting !== this[kLastWriteQueueSize];
    this[kLastWriteQueueSize] = waiting;
    if (moved) {
      this._unrefTimer();
      return;
    }
  }
  this.emit('timeout');
};

function clearTimer(socket) {
  if (!socket[kTimeout]) return;
  clear(socket[kTimeout]);
  socket[kTimeout] = null;
}

// Something happens: timers, also of the streams on top, begin anew.
methods._unrefTimer = function _unrefTimer() {
  let socket = this;
  do {
    socket[kTimeout]?.refresh();
    socket = socket._parent;
  } while (socket != null);
};

methods.setNoDelay = function(enable) {
  const on = enable === undefined || Boolean(enable);
  if (on === this[kSetNoDelay]) return this;
  const handle = this[kHandle];
  if (handle && !handle.setNoDelay) return this;
  this[kSetNoDelay] = on;
  handle?.setNoDelay(on);
  return this;
};

methods.setKeepAlive = function(enable, initialDelay, interval, count) {
  if (enable !== null && typeof enable === 'object' && !Array.isArray(enable)) {
    const options = enable;
    if ('enable' in options || 'initialDelay' in options) {
      return this.setKeepAlive(options.enable, options.initialDelay, options.interval, options.count);
    }
  }
  const on = Boolean(enable);
  const seconds = wholeSeconds(initialDelay);
  const handle = this[kHandle];
  if (handle && !handle.setKeepAlive) return this;
  const isNew = on !== this[kSetKeepAlive] || seconds !== this[kSetKeepAliveInitialDelay] ||
    interval !== undefined || count !== undefined;
  if (!isNew) return this;
  this[kSetKeepAlive] = on;
  this[kSetKeepAliveInitialDelay] = seconds;
  handle?.setKeepAlive(on, seconds, interval === undefined ? undefined : wholeSeconds(interval), count);
  return this;
};

methods.setTypeOfService = function(value) {
  if (Number.isNaN(value)) throw new codes.ERR_INVALID_ARG_TYPE('tos', 'number', value);
  validateInt32(value, 'tos', 0, 255);
  this[kSetTypeOfService] = value;
  const handle = this[kHandle];
  if (!handle?.setTypeOfService) return this;
  const status = handle.setTypeOfService(value);
  if (status < 0) throw new ErrnoException(status, 'setTypeOfService');
  return this;
};

methods.getTypeOfService = function() {
  const handle = this[kHandle];
  if (!handle?.getTypeOfService) return this[kSetTypeOfService] ?? 0;
  const value = handle.getTypeOfService();
  if (value < 0) throw new ErrnoException(value, 'getTypeOfService');
  return value;
};

// What was set before there was a connection.
function applySettings(socket, handle) {
  if (socket[kSetTypeOfService] !== undefined) handle.setTypeOfService?.(socket[kSetTypeOfService]);
  if (socket[kSetNoDelay]) handle.setNoDelay?.(true);
  if (socket[kSetKeepAlive]) handle.setKeepAlive?.(true, socket[kSetKeepAliveInitialDelay]);
}

methods.ref = function() {
  return refOrUnref(this, 'ref');
};

methods.unref = function() {
  return refOrUnref(this, 'unref');
};

function refOrUnref(socket, method) {
  const handle = socket[kHandle];
  if (!handle) socket.once('connect', socket[method]);
  else if (typeof handle[method] === 'function') handle[method]();
  return socket;
}

module.exports = { applySettings, clearTimer, methods, wholeSeconds };
