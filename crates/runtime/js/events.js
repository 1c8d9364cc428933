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
// Of a list of listeners: how many emits are walking it.
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

// `_events` maps a type to its slot: a listener, or a list of at least two. A slot that is not there
// has none.
function init(emitter, options) {
  const isNew = emitter._events === undefined ||
    emitter._events === Object.getPrototypeOf(emitter)._events;
  if (isNew) {
    emitter._events = Object.create(null);
    emitter._eventsCount = 0;
  }
  emitter._maxListeners ||= undefined;
  // Streams come with slots for the events that most of them have.
  emitter[kShapeMode] = !isNew;
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
Object.defineProperty(prototype, kCapture, { __proto__: null, value: false, writable: true });

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

// Emitting. For each number of arguments up to three there are functions of their own, which the
// compiler can inline, and then it makes no array of `args` either.
prototype.emit = function emit(type, ...args) {
  const slot = this._events?.[type];
  if (slot === undefined && type !== 'error') return false;
  if (type === 'error' || this[kCapture]) return emitArray(this, type, args);
  if (typeof slot === 'function') {
    switch (args.length) {
      case 0: call0(slot, this); return true;
      case 1: call1(slot, this, args[0]); return true;
      case 2: call2(slot, this, args[0], args[1]); return true;
      case 3: call3(slot, this, args[0], args[1], args[2]); return true;
    }
  } else {
    switch (args.length) {
      case 0: walk0(slot, this); return true;
      case 1: walk1(slot, this, args[0]); return true;
      case 2: walk2(slot, this, args[0], args[1]); return true;
      case 3: walk3(slot, this, args[0], args[1], args[2]); return true;
    }
  }
  return emitArray(this, type, args);
};

function call0(listener, emitter) {
  return listener.call(emitter);
}

function call1(listener, emitter, a) {
  return listener.call(emitter, a);
}

function call2(listener, emitter, a, b) {
  return listener.call(emitter, a, b);
}

function call3(listener, emitter, a, b, c) {
  return listener.call(emitter, a, b, c);
}

// The first two of a list are called at places of their own: where these meet the same two again and
// again, they are inlined. A list that is walked does not change (listToChange).
function walk0(list, emitter) {
  list[kEmitting]++;
  try {
    const { length } = list;
    if (length > 0) call0(list[0], emitter);
    if (length > 1) call0(list[1], emitter);
    for (let i = 2; i < length; i++) call0(list[i], emitter);
  } finally {
    list[kEmitting]--;
  }
}

function walk1(list, emitter, a) {
  list[kEmitting]++;
  try {
    const { length } = list;
    if (length > 0) call1(list[0], emitter, a);
    if (length > 1) call1(list[1], emitter, a);
    for (let i = 2; i < length; i++) call1(list[i], emitter, a);
  } finally {
    list[kEmitting]--;
  }
}

function walk2(list, emitter, a, b) {
  list[kEmitting]++;
  try {
    const { length } = list;
    if (length > 0) call2(list[0], emitter, a, b);
    if (length > 1) call2(list[1], emitter, a, b);
    for (let i = 2; i < length; i++) call2(list[i], emitter, a, b);
  } finally {
    list[kEmitting]--;
  }
}

function walk3(list, emitter, a, b, c) {
  list[kEmitting]++;
  try {
    const { length } = list;
    if (length > 0) call3(list[0], emitter, a, b, c);
    if (length > 1) call3(list[1], emitter, a, b, c);
    for (let i = 2; i < length; i++) call3(list[i], emitter, a, b, c);
  } finally {
    list[kEmitting]--;
  }
}

// For 'error', for more arguments, and where rejections are captured.
function emitArray(emitter, type, args) {
  if (type === 'error') prepareError(emitter, args);
  const slot = emitter._events[type];
  if (emitter[kCapture]) {
    captureAll(typeof slot === 'function' ? [slot] : slot, emitter, type, args);
  } else if (typeof slot === 'function') {
    callArray(slot, emitter, args);
  } else {
    walkArray(slot, emitter, args);
  }
  return true;
}

// Tells the monitors of an error. Then somebody must listen to it.
function prepareError(emitter, args) {
  if (emitter._events?.[kErrorMonitor] !== undefined) emitter.emit(kErrorMonitor, ...args);
  if (emitter._events?.error === undefined) {
    throw require('internal/events/unhandled').unhandledError(emitter, args[0], prototype.emit);
  }
}

// (A call with an array for its arguments can take ten times as long as one that has them written out.)
function callArray(listener, emitter, args) {
  switch (args.length) {
    case 0: return listener.call(emitter);
    case 1: return listener.call(emitter, args[0]);
    case 2: return listener.call(emitter, args[0], args[1]);
    case 3: return listener.call(emitter, args[0], args[1], args[2]);
    case 4: return listener.call(emitter, args[0], args[1], args[2], args[3]);
    case 5: return listener.call(emitter, args[0], args[1], args[2], args[3], args[4]);
    default: return Reflect.apply(listener, emitter, args);
  }
}

function walkArray(list, emitter, args) {
  list[kEmitting]++;
  try {
    const { length } = list;
    for (let i = 0; i < length; i++) callArray(list[i], emitter, args);
  } finally {
    list[kEmitting]--;
  }
}

function captureAll(list, emitter, type, args) {
  const { watch } = require('internal/events/rejections');
  list[kEmitting]++;
  try {
    const { length } = list;
    for (let i = 0; i < length; i++) {
      const result = callArray(list[i], emitter, args);
      if (result !== undefined && result !== null) watch(result, emitter, type, args, kCapture);
    }
  } finally {
    list[kEmitting]--;
  }
}

// Adding.
prototype.addListener = function addListener(type, listener) {
  checkListener(listener);
  const list = fill(this, type, listener, false);
  if (list !== undefined) checkCount(this, type, list);
  return this;
};

prototype.on = prototype.addListener;

prototype.prependListener = function prependListener(type, listener) {
  checkListener(listener);
  const list = fill(this, type, listener, true);
  if (list !== undefined) checkCount(this, type, list);
  return this;
};

prototype.once = function once(type, listener) {
  checkListener(listener);
  return this.on(type, wrapOnce(this, type, listener));
};

prototype.prependOnceListener = function prependOnceListener(type, listener) {
  checkListener(listener);
  return this.prependListener(type, wrapOnce(this, type, listener));
};

// What a listener was before once() wrapped it.
function unwrap(listener) {
  return listener.listener ?? listener;
}

// Puts a listener into the slot of its type. The result is the list, if it is in one.
function fill(emitter, type, listener, atFront) {
  if (emitter._events === undefined) {
    emitter._events = Object.create(null);
    emitter._eventsCount = 0;
  }
  // Before it is added, so that a listener of 'newListener' is not told of itself.
  if (emitter._events.newListener !== undefined) emitter.emit('newListener', type, unwrap(listener));
  const events = emitter._events;
  const slot = events[type];
  if (slot === undefined) {
    events[type] = listener;
    emitter._eventsCount++;
    return undefined;
  }
  if (typeof slot !== 'function') {
    const list = listToChange(events, type, slot);
    if (atFront) list.unshift(listener);
    else list.push(listener);
    return list;
  }
  const pair = atFront ? [listener, slot] : [slot, listener];
  pair[kEmitting] = 0;
  return events[type] = pair;
}

// A list that is being walked stays as it is: whoever changes it gets a copy, which is the list from
// then on.
function listToChange(events, type, list) {
  if (list[kEmitting] === 0) return list;
  const copy = list.slice();
  copy[kEmitting] = 0;
  if (list.warned) copy.warned = true;
  return events[type] = copy;
}

function checkCount(emitter, type, list) {
  const max = maxListenersOf(emitter);
  if (list.length > max && max > 0 && !list.warned) {
    list.warned = true;
    require('internal/events/leak').warnOfEmitter(emitter, type, list.length, max);
  }
}

// (Its name, and that it has no parameters that count, can be seen by rawListeners().)
function wrapOnce(emitter, type, listener) {
  let isDue = true;
  function wrapper(a = undefined, b, c) {
    if (!isDue) return undefined;
    isDue = false;
    emitter.removeListener(type, wrapper);
    switch (arguments.length) {
      case 0: return call0(listener, emitter);
      case 1: return call1(listener, emitter, a);
      case 2: return call2(listener, emitter, a, b);
      case 3: return call3(listener, emitter, a, b, c);
      default: return Reflect.apply(listener, emitter, arguments);
    }
  }
  wrapper.listener = listener;
  return wrapper;
}

// Removing.
prototype.removeListener = function removeListener(type, listener) {
  checkListener(listener);
  const events = this._events;
  const slot = events?.[type];
  if (slot === undefined) return this;
  if (typeof slot !== 'function') {
    if (!removeFromList(events, type, slot, listener)) return this;
  } else if (isFor(slot, listener)) {
    listener = unwrap(slot);
    if (this[kShapeMode]) leaveSlot(this, type);
    else empty(this, type);
  } else {
    return this;
  }
  // (What was there before: the last listener of all, if it is one of 'removeListener', is told too.)
  if (events.removeListener !== undefined) this.emit('removeListener', type, listener);
  return this;
};

prototype.off = prototype.removeListener;

function isFor(added, listener) {
  return added === listener || added.listener === listener;
}

// Removes the one of a listener's registrations that was added last.
function removeFromList(events, type, list, listener) {
  let at = list.length - 1;
  while (at >= 0 && !isFor(list[at], listener)) at--;
  if (at < 0) return false;
  if (list.length === 2) {
    events[type] = list[1 - at];
    return true;
  }
  const rest = listToChange(events, type, list);
  if (at === rest.length - 1) rest.pop();
  else if (at === 0) rest.shift();
  else rest.splice(at, 1);
  return true;
}

// Takes away the slot of a type that has listeners.
function empty(emitter, type) {
  if (--emitter._eventsCount === 0) emitter._events = Object.create(null);
  else delete emitter._events[type];
}

// The same, but the events object keeps its shape: `delete` would make a dictionary of it.
function leaveSlot(emitter, type) {
  emitter._eventsCount--;
  emitter._events[type] = undefined;
}

function emptyAll(emitter) {
  emitter._events = Object.create(null);
  emitter._eventsCount = 0;
}

// Where somebody listens to 'removeListener', listeners are removed one at a time: the last first, and
// those of 'removeListener' when all others are gone. The methods are called as a script sees them.
prototype.removeAllListeners = function removeAllListeners(type) {
  const all = arguments.length === 0;
  const mustTell = this._events?.removeListener !== undefined;
  if (mustTell && !all) {
    const listeners = this.rawListeners(type);
    while (listeners.length > 0) this.removeListener(type, listeners.pop());
  } else if (mustTell) {
    const types = Reflect.ownKeys(this._events).filter((key) => key !== 'removeListener');
    types.push('removeListener');
    for (let i = 0; i < types.length; i++) this.removeAllListeners(types[i]);
    emptyAll(this);
  } else if (all) {
    if (this._events !== undefined) emptyAll(this);
  } else if (this._events?.[type] !== undefined) {
    empty(this, type);
  }
  return this;
};

// Asking.
prototype.listeners = function listeners(type) {
  const list = listOf(this, type);
  for (let i = 0; i < list.length; i++) list[i] = unwrap(list[i]);
  return list;
};

// Those added by once() as they are stored: wrapped.
prototype.rawListeners = function rawListeners(type) {
  return listOf(this, type);
};

// What is in a slot, as a new array.
function listOf(emitter, type) {
  const slot = emitter._events?.[type];
  if (slot === undefined) return [];
  return typeof slot === 'function' ? [slot] : slot.slice();
}

prototype.listenerCount = function listenerCount(type, listener) {
  const slot = this._events?.[type];
  if (slot === undefined) return 0;
  if (listener !== undefined && listener !== null) {
    return listOf(this, type).filter((one) => isFor(one, listener)).length;
  }
  return typeof slot === 'function' ? 1 : slot.length;
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

// Of the given emitters and targets; without any, of all that have no limit of their own. (It has no
// name.)
EventEmitter.setMaxListeners = function(n = defaultMaxListeners, ...eventTargets) {
  require('internal/validators').validateNumber(n, 'setMaxListeners', 0);
  if (eventTargets.length === 0) defaultMaxListeners = n;
  else require('internal/events/inspection').setMaxListeners(n, eventTargets);
};
EventEmitter.init = function(options) {
  init(this, options);
};
