// events: EventEmitter. Listeners are called in order, at once, by emit().
'use strict';

// Checks are loaded when one is due that cannot be seen at a glance: a start needs none.
function checkListener(listener) {
  if (typeof listener !== 'function') {
    require('internal/validators').validateFunction(listener, 'listener');
  }
}

const kShapeMode = Symbol('shapeMode');
const kCapture = Symbol('kCapture');
// Of a list of listeners: 0 if it was not emitted since it was made.
const kEmitting = Symbol('events.emitting');
const kErrorMonitor = Symbol('events.errorMonitor');
const kRejection = Symbol.for('nodejs.rejection');
const kMaxEventTargetListeners = Symbol('events.maxEventTargetListeners');
const kMaxEventTargetListenersWarned = Symbol('events.maxEventTargetListenersWarned');

let defaultMaxListeners = 10;

function EventEmitter(options) {
  // The module `domain` puts a function of its own there.
  if (EventEmitter.usingDomains) Reflect.apply(EventEmitter.init, this, [options]);
  else init(this, options);
}

// `_events` maps a name to a listener, or to an array of at least two.
function init(emitter, options) {
  if (emitter._events === undefined || emitter._events === Object.getPrototypeOf(emitter)._events) {
    emitter._events = Object.create(null);
    emitter._eventsCount = 0;
  }
  emitter._maxListeners ||= undefined;
  emitter[kShapeMode] = false;
  if (options?.captureRejections) {
    require('internal/validators').validateBoolean(options.captureRejections, 'options.captureRejections');
    emitter[kCapture] = true;
  } else {
    emitter[kCapture] = EventEmitter.prototype[kCapture];
  }
}

const { prototype } = EventEmitter;

prototype._events = undefined;
prototype._eventsCount = 0;
prototype._maxListeners = undefined;
Object.defineProperty(prototype, kCapture, { value: false, writable: true });

prototype.setMaxListeners = function setMaxListeners(n) {
  require('internal/validators').validateNumber(n, 'setMaxListeners', 0);
  this._maxListeners = n;
  return this;
};

prototype.getMaxListeners = function getMaxListeners() {
  return maxListenersOf(this);
};

function maxListenersOf(emitter) {
  const own = emitter._maxListeners;
  return own === undefined ? defaultMaxListeners : own;
}

// With up to three arguments no array of them is made, by us or (as `arguments` is only indexed,
// never passed on) by the engine.
prototype.emit = function emit(type, a, b, c) {
  const handler = this._events?.[type];
  if (handler === undefined && type !== 'error') return false;
  const count = arguments.length;
  if (count > 4 || type === 'error') {
    const args = [];
    for (let i = 1; i < count; i++) args.push(arguments[i]);
    return type === 'error' ? emitError(this, args) : emitArray(this, type, handler, args);
  }
  if (typeof handler === 'function') {
    const result = call(handler, this, count, a, b, c);
    if (result !== undefined && result !== null && this[kCapture]) {
      captureRejection(this, result, type, [a, b, c].slice(0, count - 1));
    }
  } else if (this[kCapture]) {
    emitArray(this, type, handler, [a, b, c].slice(0, count - 1));
  } else {
    handler[kEmitting] = 1;
    for (let i = 0; i < handler.length; i++) call(handler[i], this, count, a, b, c);
  }
  return true;
};
Object.defineProperty(prototype.emit, 'length', { value: 1 });

// `count` includes the type.
function call(handler, emitter, count, a, b, c) {
  switch (count) {
    case 1: return handler.call(emitter);
    case 2: return handler.call(emitter, a);
    case 3: return handler.call(emitter, a, b);
    default: return handler.call(emitter, a, b, c);
  }
}

function emitError(emitter, args) {
  if (emitter._events?.[kErrorMonitor] !== undefined) emitter.emit(kErrorMonitor, ...args);
  const handler = emitter._events?.error;
  if (handler === undefined) {
    throw require('internal/events/unhandled').unhandledError(emitter, args[0], prototype.emit);
  }
  return emitArray(emitter, 'error', handler, args);
}

function emitArray(emitter, type, handler, args) {
  if (typeof handler === 'function') {
    captureRejection(emitter, handler.apply(emitter, args), type, args);
    return true;
  }
  handler[kEmitting] = 1;
  for (let i = 0; i < handler.length; i++) {
    captureRejection(emitter, handler[i].apply(emitter, args), type, args);
  }
  return true;
}

// A list that was emitted may still be under way, further out: whoever changes it gets a copy.
function listToChange(emitter, type, list) {
  if (list[kEmitting] === 0) return list;
  const copy = list.slice();
  copy[kEmitting] = 0;
  if (list.warned) copy.warned = true;
  emitter._events[type] = copy;
  return copy;
}

// A promise that a listener returns, if it is rejected later, becomes an 'error' event.
function captureRejection(emitter, promise, type, args) {
  if (promise === undefined || promise === null || !emitter[kCapture]) return;
  try {
    const { then } = promise;
    if (typeof then !== 'function') return;
    // On the next tick, so that what throws there is not swallowed by the promise.
    then.call(promise, undefined, (error) => {
      require('internal/task_queue').nextTick(emitRejection, emitter, error, type, args);
    });
  } catch (error) {
    emitter.emit('error', error);
  }
}

function emitRejection(emitter, error, type, args) {
  if (typeof emitter[kRejection] === 'function') {
    emitter[kRejection](error, type, ...args);
    return;
  }
  // The rejection of an 'error' listener must not come round as another 'error'.
  const capture = emitter[kCapture];
  emitter[kCapture] = false;
  try {
    emitter.emit('error', error);
  } finally {
    emitter[kCapture] = capture;
  }
}

prototype.addListener = function addListener(type, listener) {
  return add(this, type, listener, false);
};

prototype.on = prototype.addListener;

prototype.prependListener = function prependListener(type, listener) {
  return add(this, type, listener, true);
};

prototype.once = function once(type, listener) {
  checkListener(listener);
  this.on(type, wrapOnce(this, type, listener));
  return this;
};

prototype.prependOnceListener = function prependOnceListener(type, listener) {
  checkListener(listener);
  this.prependListener(type, wrapOnce(this, type, listener));
  return this;
};

function add(emitter, type, listener, prepend) {
  checkListener(listener);
  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = Object.create(null);
    emitter._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    // Before it is added, so that a listener of 'newListener' is not told of itself.
    emitter.emit('newListener', type, listener.listener ?? listener);
    events = emitter._events;
  }
  const existing = events[type];
  if (existing === undefined) {
    events[type] = listener;
    emitter._eventsCount++;
    return emitter;
  }
  let list;
  if (typeof existing === 'function') {
    list = events[type] = prepend ? [listener, existing] : [existing, listener];
    list[kEmitting] = 0;
  } else {
    list = listToChange(emitter, type, existing);
    if (prepend) list.unshift(listener);
    else list.push(listener);
  }
  const max = maxListenersOf(emitter);
  if (max > 0 && list.length > max && !list.warned) {
    list.warned = true;
    require('internal/events/leak').warnOfEmitter(emitter, type, list.length, max);
  }
  return emitter;
}

function wrapOnce(emitter, type, listener) {
  let fired = false;
  function onceWrapper(a, b, c) {
    if (fired) return undefined;
    fired = true;
    emitter.removeListener(type, onceWrapper);
    const count = arguments.length;
    if (count <= 3) return call(listener, emitter, count + 1, a, b, c);
    const args = [];
    for (let i = 0; i < count; i++) args.push(arguments[i]);
    return listener.apply(emitter, args);
  }
  onceWrapper.listener = listener;
  return onceWrapper;
}

// Removes the one of its registrations that was added last.
prototype.removeListener = function removeListener(type, listener) {
  checkListener(listener);
  const events = this._events;
  const handler = events?.[type];
  if (handler === undefined) return this;
  if (handler === listener || handler.listener === listener) {
    listener = handler.listener ?? listener;
    dropType(this, type);
  } else if (typeof handler !== 'function') {
    const position = lastPosition(handler, listener);
    if (position < 0) return this;
    if (handler.length === 2) {
      events[type] = handler[1 - position];
    } else {
      const list = listToChange(this, type, handler);
      if (position === 0) list.shift();
      else list.splice(position, 1);
    }
  } else {
    return this;
  }
  if (events.removeListener !== undefined) this.emit('removeListener', type, listener);
  return this;
};

prototype.off = prototype.removeListener;

function lastPosition(handlers, listener) {
  for (let i = handlers.length - 1; i >= 0; i--) {
    if (handlers[i] === listener || handlers[i].listener === listener) return i;
  }
  return -1;
}

function dropType(emitter, type) {
  if (--emitter._eventsCount === 0) emitter._events = Object.create(null);
  else delete emitter._events[type];
}

prototype.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;
  if (events.removeListener === undefined) {
    // Nobody has to be told.
    if (arguments.length === 0) {
      this._events = Object.create(null);
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      dropType(this, type);
    }
    return this;
  }
  if (arguments.length === 0) {
    for (const key of Reflect.ownKeys(events)) {
      if (key !== 'removeListener') this.removeAllListeners(key);
    }
    this.removeAllListeners('removeListener');
    this._events = Object.create(null);
    this._eventsCount = 0;
    return this;
  }
  const handler = events[type];
  if (typeof handler === 'function') {
    this.removeListener(type, handler);
  } else if (handler !== undefined) {
    // Listeners that are told of it may remove some themselves.
    for (let i = handler.length - 1; i >= 0; i--) {
      if (i < handler.length) this.removeListener(type, handler[i]);
    }
  }
  return this;
};

prototype.listeners = function listeners(type) {
  return this.rawListeners(type).map((listener) => listener.listener ?? listener);
};

// Those added by once() as they are stored: wrapped.
prototype.rawListeners = function rawListeners(type) {
  const handler = this._events?.[type];
  if (handler === undefined) return [];
  return typeof handler === 'function' ? [handler] : handler.slice();
};

prototype.listenerCount = function listenerCount(type, listener) {
  const handler = this._events?.[type];
  if (handler === undefined) return 0;
  if (listener !== undefined && listener !== null) {
    const handlers = typeof handler === 'function' ? [handler] : handler;
    return handlers.filter((one) => one === listener || one.listener === listener).length;
  }
  return typeof handler === 'function' ? 1 : handler.length;
};

prototype.eventNames = function eventNames() {
  return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : [];
};

function addAbortListener(signal, listener) {
  return require('internal/events/abort_listener').addAbortListener(signal, listener);
}

async function once(emitter, name, options = {}) {
  return require('internal/events/once').once(emitter, name, options);
}

function on(emitter, event, options = {}) {
  return require('internal/events/iterator').on(emitter, event, options);
}

function getEventListeners(emitterOrTarget, type) {
  return require('internal/events/inspection').getEventListeners(emitterOrTarget, type);
}

function getMaxListeners(emitterOrTarget) {
  return require('internal/events/inspection').getMaxListeners(emitterOrTarget);
}

function listenerCount(emitterOrTarget, type) {
  return require('internal/events/inspection').listenerCount(emitterOrTarget, type);
}

// Of the given emitters and targets; without any, of all that have no limit of their own.
function setMaxListeners(n = defaultMaxListeners, ...eventTargets) {
  require('internal/validators').validateNumber(n, 'setMaxListeners', 0);
  if (eventTargets.length === 0) defaultMaxListeners = n;
  else require('internal/events/inspection').setMaxListeners(n, eventTargets);
}

module.exports = EventEmitter;

Object.assign(EventEmitter, {
  addAbortListener,
  once,
  on,
  getEventListeners,
  getMaxListeners,
  listenerCount,
  EventEmitter,
  usingDomains: false,
  captureRejectionSymbol: kRejection,
});

Object.defineProperties(EventEmitter, {
  captureRejections: {
    get() { return prototype[kCapture]; },
    set(value) {
      require('internal/validators').validateBoolean(value, 'EventEmitter.captureRejections');
      prototype[kCapture] = value;
    },
    enumerable: true,
  },
  EventEmitterAsyncResource: {
    get() { return require('internal/events/async_resource').EventEmitterAsyncResource; },
    enumerable: true,
    configurable: true,
  },
  errorMonitor: { value: kErrorMonitor, enumerable: true, writable: true, configurable: true },
  defaultMaxListeners: {
    get() { return defaultMaxListeners; },
    set(n) {
      require('internal/validators').validateNumber(n, 'defaultMaxListeners', 0);
      defaultMaxListeners = n;
    },
    enumerable: true,
  },
  kMaxEventTargetListeners: { value: kMaxEventTargetListeners },
  kMaxEventTargetListenersWarned: { value: kMaxEventTargetListenersWarned },
});

EventEmitter.setMaxListeners = setMaxListeners;
EventEmitter.init = function(options) {
  init(this, options);
};
