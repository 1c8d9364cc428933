// events.getEventListeners() and its like: the same questions to emitters and event targets.
'use strict';

const { codes } = require('internal/errors');
const EventEmitter = require('events');
const { kMaxEventTargetListeners, kMaxEventTargetListenersWarned } = EventEmitter;

function isEventTarget(value) {
  return require('internal/event_target').isEventTarget(value);
}

function invalidEmitter(value, name = 'emitter') {
  return new codes.ERR_INVALID_ARG_TYPE(name, ['EventEmitter', 'EventTarget'], value);
}

function getEventListeners(emitterOrTarget, type) {
  if (typeof emitterOrTarget?.listeners === 'function') return emitterOrTarget.listeners(type);
  if (isEventTarget(emitterOrTarget)) {
    return require('internal/event_target').listenersOf(emitterOrTarget, type);
  }
  throw invalidEmitter(emitterOrTarget);
}

function getMaxListeners(emitterOrTarget) {
  if (typeof emitterOrTarget?.getMaxListeners === 'function') return emitterOrTarget.getMaxListeners();
  if (isEventTarget(emitterOrTarget)) {
    return emitterOrTarget[kMaxEventTargetListeners] ?? EventEmitter.defaultMaxListeners;
  }
  throw invalidEmitter(emitterOrTarget);
}

function listenerCount(emitterOrTarget, type) {
  if (typeof emitterOrTarget?.listenerCount === 'function') return emitterOrTarget.listenerCount(type);
  if (isEventTarget(emitterOrTarget)) {
    return require('internal/event_target').listenersOf(emitterOrTarget, type).length;
  }
  throw invalidEmitter(emitterOrTarget);
}

function setMaxListeners(n, eventTargets) {
  for (const target of eventTargets) {
    if (isEventTarget(target)) {
      target[kMaxEventTargetListeners] = n;
      target[kMaxEventTargetListenersWarned] = false;
    } else if (typeof target?.setMaxListeners === 'function') {
      target.setMaxListeners(n);
    } else {
      throw invalidEmitter(target, 'eventTargets');
    }
  }
}

module.exports = { getEventListeners, getMaxListeners, listenerCount, setMaxListeners };
