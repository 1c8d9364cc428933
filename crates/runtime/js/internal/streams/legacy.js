// Stream: the class that all streams derive from, and its pipe() from before streams had states.
'use strict';

const EventEmitter = require('events');

const { listenerCount } = EventEmitter.prototype;

function Stream(options) {
  EventEmitter.call(this, options);
}
Object.setPrototypeOf(Stream.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Stream, EventEmitter);

Stream.prototype.pipe = function(dest, options) {
  const source = this;
  let ended = false;

  function onData(chunk) {
    if (dest.writable && dest.write(chunk) === false && source.pause) source.pause();
  }

  function onDrain() {
    if (source.readable && source.resume) source.resume();
  }

  function onEnd() {
    if (ended) return;
    ended = true;
    dest.end();
  }

  function onClose() {
    if (ended) return;
    ended = true;
    if (typeof dest.destroy === 'function') dest.destroy();
  }

  // An error that nobody listens for is thrown.
  function onError(error) {
    cleanup();
    // (Not the emitter's own method: old ones have none.)
    if (listenerCount.call(this, 'error') === 0) this.emit('error', error);
  }

  function cleanup() {
    source.removeListener('data', onData);
    dest.removeListener('drain', onDrain);
    source.removeListener('end', onEnd);
    source.removeListener('close', onClose);
    source.removeListener('error', onError);
    dest.removeListener('error', onError);
    source.removeListener('end', cleanup);
    source.removeListener('close', cleanup);
    dest.removeListener('close', cleanup);
  }

  source.on('data', onData);
  dest.on('drain', onDrain);
  if (!dest._isStdio && (!options || options.end !== false)) {
    source.on('end', onEnd);
    source.on('close', onClose);
  }
  prependListener(source, 'error', onError);
  prependListener(dest, 'error', onError);
  source.on('end', cleanup);
  source.on('close', cleanup);
  dest.on('close', cleanup);
  dest.emit('pipe', source);
  return dest;
};

Stream.prototype.eventNames = function eventNames() {
  const events = this._events;
  return events ? Reflect.ownKeys(events).filter((name) => events[name] !== undefined) : [];
};

// Old emitters of packages may lack prependListener: their list of listeners is rearranged.
function prependListener(emitter, event, listener) {
  if (typeof emitter.prependListener === 'function') {
    return emitter.prependListener(event, listener);
  }
  const present = emitter._events?.[event];
  if (!present) emitter.on(event, listener);
  else if (Array.isArray(present)) present.unshift(listener);
  else emitter._events[event] = [listener, present];
}

module.exports = { Stream, prependListener };
