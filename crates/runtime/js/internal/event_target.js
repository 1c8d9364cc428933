// EventTarget, and NodeEventTarget with the methods of an EventEmitter.
'use strict';

const { codes } = require('internal/errors');
const { validateAbortSignal, validateObject, validateString, kValidateObjectAllowObjects } =
  require('internal/validators');
const EventEmitter = require('events');
const { CustomEvent, Event, deeper, internals, kInspect, kTrustEvent, makeEnumerable } =
  require('internal/events/event');

const { kMaxEventTargetListeners, kMaxEventTargetListenersWarned } = EventEmitter;
const kIsEventTarget = Symbol.for('nodejs.event_target');
const kIsNodeEventTarget = Symbol('kIsNodeEventTarget');
const kEvents = Symbol('kEvents');
const kHandlers = Symbol('kHandlers');
// Called when a listener was added or removed, for classes that must know.
const kNewListener = Symbol('kNewListener');
const kRemoveListener = Symbol('kRemoveListener');
// Makes the event for a value that is dispatched without one.
const kCreateEvent = Symbol('kCreateEvent');
const kHybridDispatch = Symbol.for('nodejs.internal.kHybridDispatch');
// In a listener's options: `kWeakHandler` holds it weakly, for as long as that object lives;
// with `kResistStopPropagation` stopImmediatePropagation() does not keep the event from it.
const kWeakHandler = Symbol('kWeak');
const kResistStopPropagation = Symbol('kResistStopPropagation');

// In a listener's options: it takes the bare value, as an EventEmitter's does.
const kIsNodeStyleListener = Symbol('kIsNodeStyleListener');

// One registration. Those of a type are kept in an array, in the order they were added.
class Listener {
  constructor(callback, { once, capture, passive, signal, isNodeStyle, weak, resistStop }) {
    this.once = once;
    this.capture = capture;
    this.passive = passive;
    this.signal = signal;
    this.isNodeStyle = isNodeStyle;
    this.resistStop = resistStop;
    this.removed = false;
    this.weak = weak !== undefined;
    this.callback = callback;
    if (this.weak) {
      this.callback = new WeakRef(callback);
      keepAlive(weak, callback);
    }
  }

  // The callback, or undefined if it was collected.
  get target() {
    return this.weak ? this.callback.deref() : this.callback;
  }

  is(callback, capture) {
    return this.target === callback && this.capture === capture;
  }
}

// Callbacks that live as long as the object (the key) does.
const kept = new WeakMap();
function keepAlive(owner, callback) {
  const callbacks = kept.get(owner);
  if (callbacks === undefined) kept.set(owner, [callback]);
  else callbacks.push(callback);
}

function initEventTarget(target) {
  target[kEvents] = undefined;
  target[kMaxEventTargetListeners] = EventEmitter.defaultMaxListeners;
  target[kMaxEventTargetListenersWarned] = false;
  target[kHandlers] = undefined;
}

function isEventTarget(value) {
  return Boolean(value?.constructor?.[kIsEventTarget]);
}

function checkThis(value) {
  if (!isEventTarget(value)) throw new codes.ERR_INVALID_THIS('EventTarget');
}

class EventTarget {
  static [kIsEventTarget] = true;

  constructor() {
    initEventTarget(this);
  }

  addEventListener(type, callback, options = {}) {
    checkThis(this);
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('type', 'listener');
    const settings = readOptions(options);
    type = `${type}`;
    if (!isListener(callback)) {
      warnOfUselessListener(this, type, callback);
      return;
    }
    const { signal } = settings;
    if (signal !== undefined) {
      if (signal.aborted) return;
      // Held weakly: a signal that lives on must not keep every listener it was given to.
      signal.addEventListener('abort', () => {
        this.removeEventListener(type, callback, settings);
      }, { once: true, [kWeakHandler]: this, [kResistStopPropagation]: true });
    }
    addTo(this, type, callback, settings);
  }

  removeEventListener(type, callback, options = {}) {
    checkThis(this);
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('type', 'listener');
    if (!isListener(callback)) return;
    type = `${type}`;
    const capture = options?.capture !== undefined ? !!options.capture : options === true;
    const list = this[kEvents]?.get(type);
    const listener = list?.find((one) => one.is(callback, capture));
    if (listener !== undefined) removeFrom(this, type, list, listener);
  }

  dispatchEvent(event) {
    checkThis(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('event');
    if (!internals.isEvent(event)) throw new codes.ERR_INVALID_ARG_TYPE('event', 'Event', event);
    if (internals.isDispatching(event)) throw new codes.ERR_EVENT_RECURSION(event.type);
    dispatch(this, event.type, event, event);
    return !event.defaultPrevented;
  }

  [kNewListener](size, type, _callback, _once, _capture, _passive, _weak) {
    const max = this[kMaxEventTargetListeners];
    if (max > 0 && size > max && !this[kMaxEventTargetListenersWarned]) {
      this[kMaxEventTargetListenersWarned] = true;
      require('internal/events/leak').warnOfTarget(this, type, size, max);
    }
  }

  [kRemoveListener](_size, _type, _callback, _capture) {}

  // Dispatches a value: `event` is made only if a listener wants one.
  [kHybridDispatch](value, type, event = undefined) {
    dispatch(this, type, value, event);
    return event === undefined || !event.defaultPrevented;
  }

  [kCreateEvent](value, type) {
    return new CustomEvent(type, { detail: value });
  }

  [kInspect](depth, options, inspect) {
    if (!isEventTarget(this)) return this;
    const { name } = this.constructor;
    return depth < 0 ? name : `${name} ${inspect({}, deeper(options))}`;
  }
}

makeEnumerable(EventTarget, ['addEventListener', 'removeEventListener', 'dispatchEvent']);

function readOptions(options) {
  if (typeof options === 'boolean') return { capture: options, once: false, passive: false, signal: undefined };
  if (options === null) return { capture: false, once: false, passive: false, signal: undefined };
  validateObject(options, 'options', kValidateObjectAllowObjects);
  const { signal } = options;
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  return {
    once: !!options.once,
    capture: !!options.capture,
    passive: !!options.passive,
    signal,
    isNodeStyle: !!options[kIsNodeStyleListener],
    weak: options[kWeakHandler],
    resistStop: !!options[kResistStopPropagation],
  };
}

// Functions and objects; null and undefined are let through and do nothing.
function isListener(callback) {
  if (typeof callback === 'function' || (typeof callback === 'object' && callback !== null)) return true;
  if (callback === null || callback === undefined) return false;
  throw new codes.ERR_INVALID_ARG_TYPE('listener', 'EventListener', callback);
}

function warnOfUselessListener(target, type, callback) {
  const warning = new Error(`addEventListener called with ${callback} which has no effect.`);
  warning.name = 'AddEventListenerArgumentTypeWarning';
  warning.target = target;
  warning.type = type;
  process.emitWarning(warning);
}

function addTo(target, type, callback, settings) {
  target[kEvents] ??= new Map();
  let list = target[kEvents].get(type);
  if (list === undefined) {
    list = [];
    target[kEvents].set(type, list);
  } else if (list.some((one) => one.is(callback, settings.capture))) {
    return;
  }
  list.push(new Listener(callback, settings));
  target[kNewListener](
    list.length, type, callback, settings.once, settings.capture, settings.passive, settings.weak !== undefined);
}

function removeFrom(target, type, list, listener) {
  listener.removed = true;
  list.splice(list.indexOf(listener), 1);
  if (list.length === 0) target[kEvents].delete(type);
  target[kRemoveListener](list.length, type, listener.target, listener.capture);
}

const none = [];

// Calls the listeners with the event, and those of Node's style with the bare value. Without an
// event, one is made when the first listener wants it.
function dispatch(target, type, value, event) {
  if (event !== undefined) internals.begin(event, target);
  const list = target[kEvents]?.get(type) ?? none;
  // A copy: listeners that are added meanwhile wait for the next event.
  const listeners = list.length > 1 ? list.slice() : list;
  const { length } = listeners;
  for (let i = 0; i < length; i++) {
    const listener = listeners[i];
    if (listener.removed) continue;
    if (event !== undefined && internals.isStopped(event) && !listener.resistStop) continue;
    const callback = listener.target;
    if (listener.once || callback === undefined) removeFrom(target, type, list, listener);
    if (callback === undefined) continue;
    if (listener.isNodeStyle) {
      callOne(target, listener, callback, value);
    } else {
      if (event === undefined) {
        event = target[kCreateEvent](value, type);
        internals.begin(event, target);
      }
      callOne(target, listener, callback, event);
    }
  }
  if (event !== undefined) internals.end(event);
}

function callOne(target, listener, callback, argument) {
  const isEvent = internals.isEvent(argument);
  if (isEvent) internals.setPassive(argument, listener.passive);
  try {
    let result;
    if (typeof callback === 'function') {
      result = callback.call(target, argument);
    } else if (typeof callback.handleEvent === 'function') {
      result = callback.handleEvent(argument);
    }
    if (result !== undefined && result !== null) reportRejection(result);
  } catch (error) {
    throwOnNextTick(error);
  }
  if (isEvent) internals.setPassive(argument, false);
}

function reportRejection(promise) {
  const { then } = promise;
  if (typeof then === 'function') then.call(promise, undefined, throwOnNextTick);
}

// What a listener throws does not concern whoever dispatched the event.
function throwOnNextTick(error) {
  process.nextTick(() => { throw error; });
}

// The callbacks of a type.
function listenersOf(target, type) {
  const list = target[kEvents]?.get(type) ?? [];
  return list.map((listener) => listener.target).filter((callback) => callback !== undefined);
}

function checkNodeThis(value) {
  if (!value?.constructor?.[kIsNodeEventTarget]) throw new codes.ERR_INVALID_THIS('NodeEventTarget');
}

class NodeEventTarget extends EventTarget {
  static [kIsNodeEventTarget] = true;
  static defaultMaxListeners = 10;

  setMaxListeners(n) {
    checkNodeThis(this);
    EventEmitter.setMaxListeners(n, this);
  }

  getMaxListeners() {
    checkNodeThis(this);
    return this[kMaxEventTargetListeners];
  }

  eventNames() {
    checkNodeThis(this);
    return this[kEvents] === undefined ? [] : [...this[kEvents].keys()];
  }

  listenerCount(type) {
    checkNodeThis(this);
    return this[kEvents]?.get(`${type}`)?.length ?? 0;
  }

  off(type, listener, options) {
    checkNodeThis(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  removeListener(type, listener, options) {
    checkNodeThis(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  on(type, listener) {
    checkNodeThis(this);
    this.addEventListener(type, listener, { [kIsNodeStyleListener]: true });
    return this;
  }

  addListener(type, listener) {
    checkNodeThis(this);
    this.addEventListener(type, listener, { [kIsNodeStyleListener]: true });
    return this;
  }

  emit(type, value) {
    checkNodeThis(this);
    validateString(type, 'type');
    const hadListeners = this.listenerCount(type) > 0;
    this[kHybridDispatch](value, type);
    return hadListeners;
  }

  once(type, listener) {
    checkNodeThis(this);
    this.addEventListener(type, listener, { once: true, [kIsNodeStyleListener]: true });
    return this;
  }

  removeAllListeners(type) {
    checkNodeThis(this);
    if (type !== undefined) this[kEvents]?.delete(`${type}`);
    else this[kEvents]?.clear();
    return this;
  }
}

makeEnumerable(NodeEventTarget,
  Object.getOwnPropertyNames(NodeEventTarget.prototype).filter((name) => name !== 'constructor'));

// Gives a prototype an `on<name>` property: a listener that can be set and replaced.
function defineEventHandler(prototype, name, event = name) {
  Object.defineProperty(prototype, `on${name}`, {
    get() {
      if (!isEventTarget(this)) throw new codes.ERR_INVALID_THIS('EventTarget');
      return this[kHandlers]?.get(event)?.handler ?? null;
    },
    set(value) {
      if (!isEventTarget(this)) throw new codes.ERR_INVALID_THIS('EventTarget');
      setHandler(this, event, value);
    },
    enumerable: true,
    configurable: true,
  });
}

// The listener stays where it was first added, whatever it calls later.
function setHandler(target, event, value) {
  target[kHandlers] ??= new Map();
  const isCallable = typeof value === 'function';
  const handler = isCallable || (typeof value === 'object' && value !== null) ? value : null;
  const entry = target[kHandlers].get(event);
  if (entry === undefined) {
    if (handler === null) return;
    const created = { handler };
    created.listener = function(argument) {
      return typeof created.handler === 'function' ? created.handler.call(this, argument) : undefined;
    };
    target[kHandlers].set(event, created);
    target.addEventListener(event, created.listener);
  } else if (handler === null) {
    target[kHandlers].delete(event);
    target.removeEventListener(event, entry.listener);
  } else {
    entry.handler = handler;
  }
}

module.exports = {
  CustomEvent,
  Event,
  EventTarget,
  NodeEventTarget,
  defineEventHandler,
  initEventTarget,
  isEventTarget,
  kCreateEvent,
  kEvents,
  kHybridDispatch,
  kNewListener,
  kRemoveListener,
  kResistStopPropagation,
  kTrustEvent,
  kWeakHandler,
  listenersOf,
};
