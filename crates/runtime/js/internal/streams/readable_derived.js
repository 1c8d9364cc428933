// Methods of Readable that other files implement, each loaded when it is first used.
'use strict';

const operators = () => require('internal/streams/operators');

// Operators are methods, not constructors, and do not show up when a stream's keys are listed.
const operatorMethods = {
  drop(limit, options = undefined) { return operators().drop.call(this, limit, options); },
  filter(fn, options) { return operators().filter.call(this, fn, options); },
  flatMap(fn, options) { return operators().flatMap.call(this, fn, options); },
  map(fn, options) { return operators().map.call(this, fn, options); },
  take(limit, options = undefined) { return operators().take.call(this, limit, options); },
  async every(fn, options = undefined) { return operators().every.call(this, fn, options); },
  async forEach(fn, options) { return operators().forEach.call(this, fn, options); },
  async reduce(fn, initial, options) {
    return operators().reduce.call(this, arguments.length > 1, fn, initial, options);
  },
  async toArray(options) { return operators().toArray.call(this, options); },
  async some(fn, options = undefined) { return operators().some.call(this, fn, options); },
  async find(fn, options) { return operators().find.call(this, fn, options); },
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
  for (const name of Object.keys(operatorMethods)) {
    Object.defineProperty(prototype, name, {
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
