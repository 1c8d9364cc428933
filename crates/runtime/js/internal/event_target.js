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
// In a listener's options: it is held weakly, for as long as the object that is `kWeakHandler` lives;
// with `kResistStopPropagation` stopImmediatePropagation() does not keep the event from it.
const kWeakHandler = Symbol('kWeak');
const kResistStopPropagation = Symbol('kResistStopPropagation');

// In a listener's options: it takes the bare value, as an EventEmitter's does.
const kIsNodeStyleListener = Symbol('kIsNodeStyleListener');

// What is true of a listener, one bit each.
const once = 1;
const capture = 2;
const passive = 4;
const nodeStyle = 8;
const resistsStop = 16;
const weak = 32;

// One registration. Those of a type are kept in an array, in the order they were added.
class Listener {
  constructor(callback, flags, owner) {
    this.flags = owner === undefined ? flags : flags | weak;
    this.removed = false;
    // The one after it in the list; of one that was removed, the one that came after it then.
    this.next = null;
    this.callback = callback;
    if (owner !== undefined) {
      this.callback = new WeakRef(callback);
      keepAlive(owner, callback);
    }
  }

  has(flag) {
    return (this.flags & flag) !== 0;
  }

  // The callback, or undefined if it was collected.
  get target() {
    return (this.flags & weak) === 0 ? this.callback : this.callback.deref();
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

  addEventListener(type, callback, options = undefined) {
    checkThis(this);
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('type', 'listener');
    const flags = readFlags(options);
    const signal = options?.signal;
    if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
    type = `${type}`;
    if (!isListener(callback)) {
      warnOfUselessListener(this, type, callback);
      return;
    }
    const listener = new Listener(callback, flags, options?.[kWeakHandler]);
    if (signal !== undefined) {
      if (signal.aborted) return;
      removeWhenAborted(this, type, listener, signal);
    }
    insert(this, type, listener, callback, false);
  }

  removeEventListener(type, callback, options = undefined) {
    checkThis(this);
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('type', 'listener');
    if (!isListener(callback)) return;
    type = `${type}`;
    const list = this[kEvents]?.get(type);
    const phase = options === undefined ? 0 : readPhase(options);
    const at = list === undefined ? -1 : find(list, callback, phase);
    if (at >= 0) removeFrom(this, type, list, at);
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

function readFlags(options) {
  if (options === undefined || options === null) return 0;
  if (typeof options === 'boolean') return options ? capture : 0;
  validateObject(options, 'options', kValidateObjectAllowObjects);
  return (options.once ? once : 0) | (options.capture ? capture : 0) | (options.passive ? passive : 0) |
    (options[kIsNodeStyleListener] ? nodeStyle : 0) | (options[kResistStopPropagation] ? resistsStop : 0);
}

// Whether a listener is for capturing: its flag, or 0. The rest of the options does not matter.
function readPhase(options) {
  const wanted = options?.capture;
  return (wanted === undefined ? options === true : wanted) ? capture : 0;
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

// The place of a callback in a list; -1 if it is not there. (`phase`: `capture` or 0.)
function find(list, callback, phase) {
  for (let i = 0; i < list.length; i++) {
    const listener = list[i];
    if ((listener.flags & capture) === phase && listener.target === callback) return i;
  }
  return -1;
}

// `isNew`: the callback is known not to be in the list. (Otherwise n of them take n * n / 2 looks.)
function insert(target, type, listener, callback, isNew) {
  target[kEvents] ??= new Map();
  let list = target[kEvents].get(type);
  if (list === undefined) {
    list = [];
    target[kEvents].set(type, list);
  } else if (!isNew && find(list, callback, listener.flags & capture) >= 0) {
    return;
  }
  if (listener.has(weak) && list.length >= MANY && (list.length & (list.length - 1)) === 0) dropDead(list);
  if (list.length > 0) list[list.length - 1].next = listener;
  list.push(listener);
  target[kNewListener](list.length, type, callback,
    listener.has(once), listener.has(capture), listener.has(passive), listener.has(weak));
}

// A list of so many is looked through for callbacks that were collected, whenever it has doubled.
const MANY = 64;

function dropDead(list) {
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    if (list[i].target === undefined) {
      list[i].removed = true;
    } else {
      if (kept > 0) list[kept - 1].next = list[i];
      list[kept++] = list[i];
    }
  }
  list.length = kept;
  if (kept > 0) list[kept - 1].next = null;
}

function removeFrom(target, type, list, at) {
  const listener = list[at];
  listener.removed = true;
  if (at > 0) list[at - 1].next = listener.next;
  if (at === list.length - 1) list.pop();
  else list.splice(at, 1);
  if (list.length === 0 && target[kEvents].get(type) === list) target[kEvents].delete(type);
  target[kRemoveListener](list.length, type, listener.target, listener.has(capture));
}

// The signal holds its listener weakly, for as long as the registration is there: one that lives on
// must not keep everything it was given for.
function removeWhenAborted(target, type, listener, signal) {
  const remove = () => target.removeEventListener(type, listener.target, listener.has(capture));
  insert(signal, 'abort', new Listener(remove, once | resistsStop, listener), remove, true);
}

// Calls the listeners with the event, and those of Node's style with the bare value. Without an
// event, one is made when the first listener wants it.
function dispatch(target, type, value, event) {
  if (event !== undefined) internals.begin(event, target);
  const list = target[kEvents]?.get(type);
  if (list === undefined) {
    if (event !== undefined) internals.end(event);
  } else if (list.length === 1 && event !== undefined && list[0].flags === 0) {
    // The plain case: one listener, and nothing special about it.
    if (!internals.isStopped(event)) callBack(target, list[0].callback, event);
    internals.end(event);
  } else {
    dispatchToAll(target, type, list, value, event);
  }
}

function dispatchToAll(target, type, list, value, event) {
  // Who comes next is settled before each call, as in Node, and one that was removed meanwhile leads to who came after
  // it: so a listener that is added by the last one waits for the next event, one that is added before does not.
  let next = list[0];
  while (next !== null) {
    const listener = next;
    next = listener.next;
    if (listener.removed) continue;
    if (event !== undefined && internals.isStopped(event) && !listener.has(resistsStop)) continue;
    const callback = listener.target;
    if (listener.has(once) || callback === undefined) removeFrom(target, type, list, list.indexOf(listener));
    if (callback === undefined) continue;
    if (listener.has(nodeStyle)) {
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

const { call } = Function.prototype;

// A callback may have a property `call` of its own, or none.
function call1(callback, target, argument) {
  return callback.call === call ?
    callback.call(target, argument) :
    Reflect.apply(callback, target, [argument]);
}

function callOne(target, listener, callback, argument) {
  const isPassive = listener.has(passive) && internals.isEvent(argument);
  if (isPassive) internals.setPassive(argument, true);
  callBack(target, callback, argument);
  if (isPassive) internals.setPassive(argument, false);
}

function callBack(target, callback, argument) {
  try {
    const result =
      typeof callback === 'function' ? call1(callback, target, argument) : callObject(callback, argument);
    if (result !== undefined && result !== null) reportRejection(result);
  } catch (error) {
    throwOnNextTick(error);
  }
}

// In Node the `handleEvent` of an object runs in an async function: what it throws is a rejection, and what it
// returns is awaited. Scripts see it by when an error is reported.
function callObject(listener, argument) {
  let result;
  try {
    const { handleEvent } = listener;
    if (handleEvent) result = Reflect.apply(handleEvent, listener, [argument]);
  } catch (error) {
    return Promise.reject(error);
  }
  return typeof result === 'object' || typeof result === 'function' ? awaited(result) : undefined;
}

async function awaited(value) {
  await value;
}

function reportRejection(promise) {
  const { then } = promise;
  if (typeof then === 'function') Reflect.apply(then, promise, [undefined, throwOnNextTick]);
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
    this.addEventListener(type, listener, { __proto__: null, [kIsNodeStyleListener]: true });
    return this;
  }

  addListener(type, listener) {
    checkNodeThis(this);
    this.addEventListener(type, listener, { __proto__: null, [kIsNodeStyleListener]: true });
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
    this.addEventListener(type, listener, { __proto__: null, once: true, [kIsNodeStyleListener]: true });
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
      return typeof created.handler === 'function' ? call1(created.handler, this, argument) : undefined;
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
