// Methods of Readable that other files implement, each loaded when it is first used.
'use strict';

const operators = () => require('internal/streams/operators');

// The stream of what an iterator gives.
function toStream(chunks) {
  const { Readable } = require('internal/streams/readable');
  return require('internal/streams/from').from(Readable, chunks);
}

// Methods in the narrow sense: they are not constructors.
const operatorMethods = {
  drop(limit, options = undefined) { return toStream(operators().drop(this, limit, options)); },
  filter(fn, options) { return toStream(operators().filter(this, fn, options)); },
  flatMap(fn, options) { return toStream(operators().flatMap(this, fn, options)); },
  map(fn, options) { return toStream(operators().map(this, fn, options)); },
  take(limit, options = undefined) { return toStream(operators().take(this, limit, options)); },
  every(fn, options = undefined) { return operators().every(this, fn, options); },
  forEach(fn, options) { return operators().forEach(this, fn, options); },
  reduce(fn, initial, options) {
    return operators().reduce(this, fn, arguments.length > 1, initial, options);
  },
  toArray(options) { return operators().toArray(this, options); },
  some(fn, options = undefined) { return operators().some(this, fn, options); },
  find(fn, options) { return operators().find(this, fn, options); },
};

function addDerivedMethods(Readable) {
  const { prototype } = Readable;

  prototype.wrap = function(stream) {
    return require('internal/streams/readable_wrap').wrap(this, stream);
  };
  prototype.iterator = function(options) {
    if (options !== undefined) require('internal/validators').validateObject(options, 'options');
    return require('internal/streams/async_iterator').iterate(this, options);
  };
  prototype[Symbol.asyncIterator] = function() {
    return require('internal/streams/async_iterator').iterate(this);
  };
  // For the module stream/iter, which has to be switched on.
  prototype[Symbol.for('Stream.toAsyncStreamable')] = function() {
    throw new (require('internal/errors').codes.ERR_STREAM_ITER_MISSING_FLAG)();
  };
  prototype.compose = function compose(stream, options) {
    return require('internal/streams/compose').composeWith(this, stream, options);
  };
  // Unlike the others they do not show up when a stream's keys are listed.
  for (const name of Object.keys(operatorMethods)) {
    Object.defineProperty(prototype, name, {
      __proto__: null,
      value: operatorMethods[name],
      writable: true,
      configurable: true,
    });
  }

  Readable.from = function(iterable, options) {
    return require('internal/streams/from').from(Readable, iterable, options);
  };
  Readable.fromWeb = function(readableStream, options) {
    return require('internal/streams/web').readableFromWeb(readableStream, options);
  };
  Readable.toWeb = function(streamReadable, options) {
    return require('internal/streams/web').readableToWeb(streamReadable, options);
  };
  Readable.wrap = function(source, options) {
    return require('internal/streams/readable_wrap').wrapNew(Readable, source, options);
  };
}

module.exports = { addDerivedMethods };
