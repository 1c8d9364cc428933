// Stream: the class that all streams derive from, and its pipe() from before streams had states.
'use strict';

const EventEmitter = require('events');

// Emitters of packages may not have it.
const { listenerCount } = EventEmitter.prototype;

function Stream(options) {
  EventEmitter.call(this, options);
}
Object.setPrototypeOf(Stream.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Stream, EventEmitter);

Stream.prototype.pipe = function(dest, options) {
  const pipe = new OldPipe(this, dest);
  pipe.connect(!dest._isStdio && (!options || options.end !== false));
  dest.emit('pipe', this);
  return dest;
};

// Streams are made with room for their usual events: those without a listener do not count.
Stream.prototype.eventNames = function eventNames() {
  const events = this._events;
  return events ? Reflect.ownKeys(events).filter((name) => events[name] !== undefined) : [];
};

// The listeners that carry what a source emits to where it is piped, until one of them ends.
class OldPipe {
  constructor(source, dest) {
    this.source = source;
    this.dest = dest;
    // Emitter, event and listener in turn.
    this.listeners = [];
    this.hasEndedDest = false;
  }

  connect(endsDest) {
    const { source, dest } = this;
    this.listen(source, 'data', (chunk) => {
      if (dest.writable && dest.write(chunk) === false && source.pause) source.pause();
    });
    this.listen(dest, 'drain', () => {
      if (source.readable && source.resume) source.resume();
    });
    if (endsDest) {
      this.listen(source, 'end', () => this.endDest('end'));
      this.listen(source, 'close', () => this.endDest('destroy'));
    }
    this.listenForErrors(source);
    this.listenForErrors(dest);
    const disconnect = () => this.disconnect();
    this.listen(source, 'end', disconnect);
    this.listen(source, 'close', disconnect);
    this.listen(dest, 'close', disconnect);
  }

  listen(emitter, event, listener) {
    emitter.on(event, listener);
    this.listeners.push(emitter, event, listener);
  }

  // It is enough to listen for an error to keep it from being thrown, so it is emitted again when
  // nobody else does.
  listenForErrors(emitter) {
    const onError = (error) => {
      this.disconnect();
      if (Reflect.apply(listenerCount, emitter, ['error']) === 0) emitter.emit('error', error);
    };
    prependListener(emitter, 'error', onError);
    this.listeners.push(emitter, 'error', onError);
  }

  // By end() if all was read, by destroy() if not. What comes first counts.
  endDest(method) {
    if (this.hasEndedDest) return;
    this.hasEndedDest = true;
    const { dest } = this;
    if (method === 'end') dest.end();
    else if (typeof dest.destroy === 'function') dest.destroy();
  }

  disconnect() {
    const { listeners } = this;
    for (let i = 0; i < listeners.length; i += 3) {
      listeners[i].removeListener(listeners[i + 1], listeners[i + 2]);
    }
    listeners.length = 0;
  }
}

// Emitters that packages bring along may lack the method; their list of listeners is made anew.
function prependListener(emitter, event, listener) {
  if (typeof emitter.prependListener === 'function') {
    emitter.prependListener(event, listener);
    return;
  }
  const others = emitter._events?.[event];
  if (others) emitter._events[event] = [listener].concat(others);
  else emitter.on(event, listener);
}

module.exports = { Stream, prependListener };
