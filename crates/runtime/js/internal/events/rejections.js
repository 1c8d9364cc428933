// captureRejections: a promise that a listener returned, and that is rejected, becomes an 'error' event.
'use strict';

const { nextTick } = require('internal/task_queue');

const kRejection = Symbol.for('nodejs.rejection');

// The call of a listener that returned something: which event it was told of.
class Call {
  constructor(emitter, type, args, captureKey) {
    this.emitter = emitter;
    this.type = type;
    this.args = args;
    this.captureKey = captureKey;
  }

  // On the next tick, so that what is thrown there is not swallowed by the promise.
  reject(error) {
    nextTick(tell, this, error);
  }
}

// Anything with a method `then` is taken for a promise.
function watch(result, emitter, type, args, captureKey) {
  try {
    const { then } = result;
    if (typeof then === 'function') {
      const call = new Call(emitter, type, args, captureKey);
      Reflect.apply(then, result, [undefined, (error) => call.reject(error)]);
    }
  } catch (error) {
    emitter.emit('error', error);
  }
}

function tell(call, error) {
  const { emitter } = call;
  const handler = emitter[kRejection];
  if (typeof handler === 'function') Reflect.apply(handler, emitter, [error, call.type, ...call.args]);
  else emitUncaptured(emitter, call.captureKey, error);
}

// The rejection of an 'error' listener must not come round as another 'error'.
function emitUncaptured(emitter, captureKey, error) {
  const before = emitter[captureKey];
  try {
    emitter[captureKey] = false;
    emitter.emit('error', error);
  } finally {
    emitter[captureKey] = before;
  }
}

module.exports = { watch };
