// A Transform that is none until somebody uses it as a stream: most hashes and ciphers never are.
'use strict';

const { Transform } = require('internal/streams/transform');

function LazyTransform(options) {
  this._options = options;
}
Object.setPrototypeOf(LazyTransform.prototype, Transform.prototype);
Object.setPrototypeOf(LazyTransform, Transform);

function makeStream(stream) {
  // From here on these are the stream's own.
  own(stream, '_readableState', undefined);
  own(stream, '_writableState', undefined);
  Transform.call(stream, stream._options);
  // Text goes to update() as it is, with its encoding.
  stream._writableState.decodeStrings = false;
}

function own(stream, name, value) {
  Object.defineProperty(stream, name, {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
}

function lazyState(name) {
  Object.defineProperty(LazyTransform.prototype, name, {
    __proto__: null,
    get() {
      if (!(this instanceof LazyTransform) || this === LazyTransform.prototype) return undefined;
      makeStream(this);
      return this[name];
    },
    set(value) {
      own(this, name, value);
    },
    configurable: true,
    enumerable: true,
  });
}
lazyState('_readableState');
lazyState('_writableState');

module.exports = { LazyTransform };
