// AbortController and AbortSignal.
'use strict';

const { codes } = require('internal/errors');
const { validateUint32 } = require('internal/validators');
const {
  Event, EventTarget, defineEventHandler, kNewListener, kRemoveListener, kTrustEvent, listenersOf,
} = require('internal/event_target');
const { deeper, kInspect, makeEnumerable } = require('internal/events/event');
const { kMaxEventTargetListeners } = require('events');
const { Timeout, activate, clear } = require('internal/timers');

// Only the functions of this file can make signals.
const kCreate = Symbol('kCreate');
const kAborted = Symbol('kAborted');
const kReason = Symbol('kReason');
// Of a signal made by any(): the signals it follows, none of which follows another.
const kSources = Symbol('kSourceSignals');
// The signals made by any() that follow this one: a `Followers`.
const kFollowers = Symbol('kDependantSignals');
const kAbortMessage = 'This operation was aborted';
// Made by timeout().
const kTimed = Symbol('kTimed');

// A timer holds its signal weakly; this holds it for as long as somebody waits for it.
const awaited = new Set();
// Stops the timers of signals that are gone, which would pile up until they are due.
let unneeded;

// The signals that follow one, in the order they were made. They are held weakly: those made again and
// again do not pile up on a signal that lives long. One that somebody listens to is held by `awaited`.
class Followers {
  #references = [];
  #sweepAt = 32;
  awaited = new Set();

  add(reference) {
    if (this.#references.length === this.#sweepAt) this.#sweep();
    this.#references.push(reference);
  }

  // Drops those that are gone or aborted. As this waits until their number has doubled, it costs
  // nothing in the long run.
  #sweep() {
    this.#references = this.#references.filter((reference) => reference.deref()?.[kAborted] === false);
    this.#sweepAt = Math.max(32, 2 * this.#references.length);
  }

  // Those that are to be aborted.
  take() {
    const signals = [];
    for (let i = 0; i < this.#references.length; i++) {
      const signal = this.#references[i].deref();
      if (signal !== undefined && !signal[kAborted]) signals.push(signal);
    }
    this.#references = [];
    return signals;
  }
}

class AbortSignal extends EventTarget {
  constructor(token = undefined) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    super();
    this[kMaxEventTargetListeners] = 0;
    this[kAborted] = false;
    this[kReason] = undefined;
    this[kSources] = undefined;
    this[kFollowers] = undefined;
    this[kTimed] = false;
  }

  get aborted() {
    checkThis(this);
    return this[kAborted];
  }

  get reason() {
    checkThis(this);
    return this[kReason];
  }

  throwIfAborted() {
    checkThis(this);
    if (this[kAborted]) throw this[kReason];
  }

  [kInspect](depth, options, inspect) {
    return depth < 0 ? '[AbortSignal]' : `AbortSignal ${inspect({ aborted: this[kAborted] }, deeper(options))}`;
  }

  [kNewListener](size, type, callback, once, capture, passive, weak) {
    super[kNewListener](size, type, callback, once, capture, passive, weak);
    if (type !== 'abort' || this[kAborted]) return;
    if (this[kTimed] && !weak) awaited.add(this);
    if (size === 1 && this[kSources] !== undefined) holdFollower(this);
  }

  [kRemoveListener](size, type) {
    if (type !== 'abort' || size > 0) return;
    releaseTimed(this);
    if (this[kSources] !== undefined) releaseFollower(this);
  }

  static abort(reason = new (abortReason())(kAbortMessage, 'AbortError')) {
    const signal = new AbortSignal(kCreate);
    markAborted(signal, reason);
    return signal;
  }

  static timeout(delay) {
    validateUint32(delay, 'delay', false);
    const signal = new AbortSignal(kCreate);
    signal[kTimed] = true;
    const timer = new Timeout(abortInTime, delay, [new WeakRef(signal)], false);
    activate(timer, false);
    unneeded ??= new FinalizationRegistry(clear);
    unneeded.register(signal, timer);
    return signal;
  }

  static any(signals) {
    const list = toSignals(signals);
    const result = new AbortSignal(kCreate);
    const aborted = list.find((signal) => signal[kAborted]);
    if (aborted !== undefined) markAborted(result, aborted[kReason]);
    else follow(result, list);
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

function markAborted(signal, reason) {
  signal[kAborted] = true;
  signal[kReason] = reason;
}

// What a signal of the list follows is followed instead of it: chains do not grow.
function follow(follower, signals) {
  const sources = new Set();
  for (let i = 0; i < signals.length; i++) {
    const further = signals[i][kSources];
    if (further === undefined) sources.add(signals[i]);
    else for (let k = 0; k < further.length; k++) sources.add(further[k]);
  }
  const reference = new WeakRef(follower);
  follower[kSources] = [...sources];
  for (let i = 0; i < follower[kSources].length; i++) {
    const source = follower[kSources][i];
    source[kFollowers] ??= new Followers();
    source[kFollowers].add(reference);
  }
}

// Somebody listens to a follower: its sources keep it from being collected, until nobody does.
function holdFollower(follower) {
  const sources = follower[kSources];
  for (let i = 0; i < sources.length; i++) {
    sources[i][kFollowers].awaited.add(follower);
    if (sources[i][kTimed]) awaited.add(sources[i]);
  }
}

function releaseFollower(follower) {
  const sources = follower[kSources];
  for (let i = 0; i < sources.length; i++) {
    sources[i][kFollowers].awaited.delete(follower);
    releaseTimed(sources[i]);
  }
}

// Lets a timeout's signal be collected once nobody waits for it.
function releaseTimed(signal) {
  if (signal[kTimed] && !(signal[kFollowers]?.awaited.size > 0) && listenersOf(signal, 'abort').length === 0) {
    awaited.delete(signal);
  }
}

// The class of the reason. (The object itself is made where abort() is: each function that is on the stack adds
// to what an error costs.)
function abortReason() {
  return require('internal/dom_exception').DOMException;
}

function newTimeoutReason() {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}

// All signals that follow are aborted before the first listener runs.
function abort(signal, reason) {
  if (signal[kAborted]) return;
  markAborted(signal, reason);
  awaited.delete(signal);
  const followers = signal[kFollowers]?.take();
  if (followers === undefined) {
    dispatchAbort(signal);
    return;
  }
  for (let i = 0; i < followers.length; i++) {
    markAborted(followers[i], reason);
    releaseFollower(followers[i]);
  }
  dispatchAbort(signal);
  for (let i = 0; i < followers.length; i++) dispatchAbort(followers[i]);
}

function abortInTime(reference) {
  const signal = reference.deref();
  if (signal !== undefined) abort(signal, newTimeoutReason());
}

// (One object for all events: one with a computed key takes as long to make as the event.)
const trusted = { __proto__: null, [kTrustEvent]: true };

function dispatchAbort(signal) {
  signal.dispatchEvent(new Event('abort', trusted));
}

class AbortController {
  #signal;

  get signal() {
    this.#signal ??= new AbortSignal(kCreate);
    return this.#signal;
  }

  abort(reason = new (abortReason())(kAbortMessage, 'AbortError')) {
    abort(this.#signal ??= new AbortSignal(kCreate), reason);
  }

  [kInspect](depth, options, inspect) {
    return depth < 0 ?
      'AbortController {}' :
      `AbortController ${inspect({ signal: this.signal }, deeper(options))}`;
  }
}

makeEnumerable(AbortController, ['signal', 'abort']);

// For the library: a signal of its own, and how it is aborted.
function makeSignal() {
  return new AbortSignal(kCreate);
}

// util.transferableAbortSignal()
function transferableAbortSignal(signal) {
  if (typeof signal !== 'object' || signal === null || !(kAborted in signal)) {
    throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  }
  require('internal/messaging/given').markTransferable(signal);
  return signal;
}

// util.transferableAbortController()
function transferableAbortController() {
  const controller = new AbortController();
  transferableAbortSignal(controller.signal);
  return controller;
}

module.exports = {
  AbortController, AbortSignal, abortSignal: abort, makeSignal, transferableAbortController, transferableAbortSignal,
};
