// readable.wrap(): a stream of the oldest kind, which only emits 'data' and can be paused, as the
// source of a Readable.
'use strict';

const { destroyer, errorOrDestroy } = require('internal/streams/destroy');

function wrap(readable, old) {
  const source = new OldSource(readable, old);
  readable._read = () => source.resume();
  const close = () => readable.destroy();
  const listeners = {
    __proto__: null,
    data: (chunk) => source.take(chunk),
    end: () => readable.push(null),
    error: (error) => errorOrDestroy(readable, error),
    close,
    destroy: close,
  };
  for (const event of Object.keys(listeners)) old.on(event, listeners[event]);
  lendMethods(old, readable);
  return readable;
}

// Pauses the old stream while the readable is full.
class OldSource {
  constructor(readable, old) {
    this.readable = readable;
    this.old = old;
    this.isPaused = false;
  }

  take(chunk) {
    if (this.readable.push(chunk) || !this.old.pause) return;
    this.isPaused = true;
    this.old.pause();
  }

  resume() {
    if (!this.isPaused || !this.old.resume) return;
    this.isPaused = false;
    this.old.resume();
  }
}

// What the old stream can do besides, the readable can.
function lendMethods(old, readable) {
  const names = Object.keys(old);
  const lacking = names.filter((name) => typeof old[name] === 'function' && readable[name] === undefined);
  for (const name of lacking) readable[name] = old[name].bind(old);
}

// Readable.wrap(): the old stream is destroyed with the new one.
function wrapNew(Readable, old, options) {
  const objectMode = old.readableObjectMode ?? old.objectMode ?? true;
  const destroy = (error, callback) => {
    destroyer(old, error);
    callback(error);
  };
  return wrap(new Readable({ objectMode, ...options, destroy }), old);
}

module.exports = { wrap, wrapNew };
