// Listening to emitters and event targets alike.
'use strict';

const { codes } = require('internal/errors');

// A listener that was added, and how to take it away again.
class Subscription {
  #emitter;
  #name;
  #listener;
  #flags;

  constructor(emitter, name, listener, flags) {
    this.#emitter = emitter;
    this.#name = name;
    this.#listener = listener;
    this.#flags = flags;
  }

  cancel() {
    const emitter = this.#emitter;
    if (typeof emitter.removeListener === 'function') {
      emitter.removeListener(this.#name, this.#listener);
      return;
    }
    if (typeof emitter.removeEventListener !== 'function') throw notAnEmitter(emitter);
    emitter.removeEventListener(this.#name, this.#listener, this.#flags);
  }
}

// `flags.once`: the listener is called at most once.
function subscribe(emitter, name, listener, flags) {
  if (typeof emitter.on === 'function') {
    emitter[flags?.once ? 'once' : 'on'](name, listener);
  } else {
    if (typeof emitter.addEventListener !== 'function') throw notAnEmitter(emitter);
    emitter.addEventListener(name, listener, flags);
  }
  return new Subscription(emitter, name, listener, flags);
}

// Until the signal is aborted; nothing that others do with the event keeps it from the listener.
function subscribeToAbort(signal, listener) {
  const { kResistStopPropagation } = require('internal/event_target');
  return subscribe(signal, 'abort', listener, { __proto__: null, once: true, [kResistStopPropagation]: true });
}

function notAnEmitter(value) {
  return new codes.ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', value);
}

module.exports = { subscribe, subscribeToAbort };
