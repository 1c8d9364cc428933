// AbortController and AbortSignal.
'use strict';

const { codes } = require('internal/errors');
const { validateUint32 } = require('internal/validators');
const {
  Event, EventTarget, defineEventHandler, kNewListener, kRemoveListener, kTrustEvent, listenersOf,
} = require('internal/event_target');
const { deeper, kInspect, makeEnumerable } = require('internal/events/event');
const { kMaxEventTargetListeners } = require('events');

// Only the functions of this file can make signals.
const kCreate = Symbol('kCreate');
const kAborted = Symbol('kAborted');
const kReason = Symbol('kReason');
// The place of an abort among all aborts: which of several signals was aborted first.
const kOrder = Symbol('kOrder');
// Of a signal made by any(): the signals it follows.
const kSources = Symbol('kSourceSignals');
// The signals made by any() that follow this one and that somebody listens to.
const kDependents = Symbol('kDependantSignals');
// Made by timeout().
const kTimed = Symbol('kTimed');

// A timer holds its signal weakly; this holds it for as long as somebody waits for it.
const awaited = new Set();
let aborts = 0;

class AbortSignal extends EventTarget {
  constructor(token = undefined) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    super();
    this[kMaxEventTargetListeners] = 0;
    this[kAborted] = false;
    this[kReason] = undefined;
    this[kOrder] = 0;
    this[kSources] = undefined;
    this[kDependents] = undefined;
    this[kTimed] = false;
  }

  get aborted() {
    checkThis(this);
    return isAborted(this);
  }

  get reason() {
    checkThis(this);
    return isAborted(this) ? this[kReason] : undefined;
  }

  throwIfAborted() {
    checkThis(this);
    if (isAborted(this)) throw this[kReason];
  }

  [kInspect](depth, options, inspect) {
    return depth < 0 ? '[AbortSignal]' : `AbortSignal ${inspect({ aborted: isAborted(this) }, deeper(options))}`;
  }

  [kNewListener](size, type, callback, once, capture, passive, weak) {
    super[kNewListener](size, type, callback, once, capture, passive, weak);
    if (type !== 'abort' || isAborted(this)) return;
    if (this[kTimed] && !weak) awaited.add(this);
    if (size === 1 && this[kSources] !== undefined) follow(this);
  }

  [kRemoveListener](size, type) {
    if (type !== 'abort' || size > 0) return;
    releaseTimed(this);
    if (this[kSources] !== undefined) unfollow(this);
  }

  static abort(reason = newAbortReason()) {
    const signal = new AbortSignal(kCreate);
    markAborted(signal, reason, ++aborts);
    return signal;
  }

  static timeout(delay) {
    validateUint32(delay, 'delay', false);
    const signal = new AbortSignal(kCreate);
    signal[kTimed] = true;
    const reference = new WeakRef(signal);
    require('timers').setTimeout(() => {
      const target = reference.deref();
      if (target !== undefined) abort(target, newTimeoutReason());
    }, delay).unref();
    return signal;
  }

  static any(signals) {
    const list = toSignals(signals);
    const result = new AbortSignal(kCreate);
    const aborted = list.find(isAborted);
    if (aborted !== undefined) {
      markAborted(result, aborted[kReason], aborted[kOrder]);
      return result;
    }
    result[kSources] = new Set();
    for (const signal of list) {
      // What a composite follows is followed instead of it: chains do not grow.
      for (const source of signal[kSources] ?? [signal]) result[kSources].add(source);
    }
    return result;
  }
}

makeEnumerable(AbortSignal, ['aborted']);
defineEventHandler(AbortSignal.prototype, 'abort');

function checkThis(value) {
  if (typeof value !== 'object' || value === null || !(kAborted in value)) {
    throw new codes.ERR_INVALID_THIS('AbortSignal');
  }
}

function toSignals(signals) {
  if (signals === null || (typeof signals !== 'object' && typeof signals !== 'function') ||
      typeof signals[Symbol.iterator] !== 'function') {
    throw conversionError('signals cannot be converted to sequence.');
  }
  const list = [...signals];
  for (let i = 0; i < list.length; i++) {
    if (typeof list[i] !== 'object' || list[i] === null || !(kAborted in list[i])) {
      throw conversionError(`signals[${i}] is not of type AbortSignal.`);
    }
  }
  return list;
}

function conversionError(message) {
  const error = new TypeError(message);
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

// A composite that nobody listens to learns of an abort when it is asked; its sources do not know
// it. So what is made by any() again and again does not pile up on a signal that lives long.
function isAborted(signal) {
  if (signal[kAborted]) return true;
  if (signal[kSources] === undefined) return false;
  let first;
  for (const source of signal[kSources]) {
    if (source[kAborted] && (first === undefined || source[kOrder] < first[kOrder])) first = source;
  }
  if (first === undefined) return false;
  markAborted(signal, first[kReason], first[kOrder]);
  return true;
}

function markAborted(signal, reason, order) {
  signal[kAborted] = true;
  signal[kReason] = reason;
  signal[kOrder] = order;
}

function follow(signal) {
  for (const source of signal[kSources]) {
    source[kDependents] ??= new Set();
    source[kDependents].add(signal);
    if (source[kTimed]) awaited.add(source);
  }
}

function unfollow(signal) {
  for (const source of signal[kSources]) {
    source[kDependents]?.delete(signal);
    releaseTimed(source);
  }
}

// Lets a timeout's signal be collected once nobody waits for it.
function releaseTimed(signal) {
  if (signal[kTimed] && !(signal[kDependents]?.size > 0) && listenersOf(signal, 'abort').length === 0) {
    awaited.delete(signal);
  }
}

function newAbortReason() {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException('This operation was aborted', 'AbortError');
}

function newTimeoutReason() {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}

// All signals that follow are aborted before the first listener runs.
function abort(signal, reason) {
  if (signal[kAborted]) return;
  markAborted(signal, reason, ++aborts);
  awaited.delete(signal);
  const followers = signal[kDependents] === undefined ? [] : [...signal[kDependents]];
  for (const follower of followers) {
    markAborted(follower, reason, aborts);
    unfollow(follower);
  }
  dispatchAbort(signal);
  for (const follower of followers) dispatchAbort(follower);
}

function dispatchAbort(signal) {
  signal.dispatchEvent(new Event('abort', { [kTrustEvent]: true }));
}

class AbortController {
  #signal;

  get signal() {
    this.#signal ??= new AbortSignal(kCreate);
    return this.#signal;
  }

  abort(reason = newAbortReason()) {
    abort(this.#signal ??= new AbortSignal(kCreate), reason);
  }

  [kInspect](depth, options, inspect) {
    return depth < 0 ?
      'AbortController {}' :
      `AbortController ${inspect({ signal: this.signal }, deeper(options))}`;
  }
}

makeEnumerable(AbortController, ['signal', 'abort']);

module.exports = { AbortController, AbortSignal };
