// ReadableStream.
'use strict';

const { ERRORED, READABLE, ReadableCore, ReaderCore } = require('internal/webstreams/readable_core');
const { ValueSource } = require('internal/webstreams/value_source');
const { checkStrategy, readStrategy } = require('internal/webstreams/strategies');
const { codes, invalidState, invalidThis, wrongInstance } = require('internal/webstreams/stream_errors');
const { controllerFor } = require('internal/webstreams/readable_controllers');
const { cores, readableCoreOf, stateOf, writableCoreOf } = require('internal/webstreams/interface');
const { defineInterface, kInspect, show } = require('internal/webstreams/interface_shape');
const {
  kValidateObjectAllowObjects, kValidateObjectAllowObjectsAndNull, validateObject,
} = require('internal/validators');

const kIsDisturbed = Symbol.for('nodejs.stream.disturbed');
const kIsErrored = Symbol.for('nodejs.stream.errored');
const kIsReadable = Symbol.for('nodejs.stream.readable');
const kIsClosedPromise = Symbol.for('nodejs.webstream.isClosedPromise');
const kControllerErrorFunction = Symbol.for('nodejs.webstream.controllerErrorFunction');

// The object that a script gave to the constructor, its functions read once.
class ScriptSource {
  constructor(object) {
    this.object = object;
    this.autoSize = object.autoAllocateChunkSize;
    this.onCancel = callbackOf(object, 'cancel');
    this.onPull = callbackOf(object, 'pull');
    this.onStart = callbackOf(object, 'start');
    const { type } = object;
    this.type = type === undefined ? undefined : `${type}`;
    if (this.type !== undefined && this.type !== 'bytes') {
      throw new codes.ERR_INVALID_ARG_VALUE('source.type', type);
    }
    this.pulls = this.onPull !== undefined;
    this.controller = undefined;
  }

  start() {
    const { onStart } = this;
    return onStart === undefined ? undefined : Reflect.apply(onStart, this.object, [this.controller]);
  }

  pull() {
    return Reflect.apply(this.onPull, this.object, [this.controller]);
  }

  cancel(reason) {
    const { onCancel } = this;
    return onCancel === undefined ? undefined : Reflect.apply(onCancel, this.object, [reason]);
  }
}

function callbackOf(object, name) {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'function') throw new codes.ERR_INVALID_ARG_TYPE(`source.${name}`, 'Function', value);
  return value;
}

function openSource(core, object, strategy) {
  const { mark, sizeOf, size } = readStrategy(strategy, undefined);
  const producer = new ScriptSource(object);
  let source;
  if (producer.type === 'bytes') {
    if (size !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('strategy.size', size);
    const { ByteSource } = require('internal/webstreams/byte_source');
    source = new ByteSource(core, producer, mark ?? 0, autoSizeOf(producer.autoSize));
  } else {
    source = new ValueSource(core, producer, mark ?? 1, sizeOf);
  }
  producer.controller = controllerFor(source);
  source.start(producer.start());
}

function autoSizeOf(given) {
  if (given === undefined) return undefined;
  const size = Math.trunc(+given);
  if (!(size > 0 && size <= Number.MAX_SAFE_INTEGER)) {
    throw new codes.ERR_INVALID_ARG_VALUE('source.autoAllocateChunkSize', given);
  }
  return size;
}

class ReadableStream {
  #core;

  static {
    cores.readable = (value) =>
      (typeof value === 'object' && value !== null && #core in value ? value.#core : undefined);
  }

  // The library passes a core that is complete already.
  constructor(source = {}, strategy = {}) {
    if (source instanceof ReadableCore) {
      this.#core = source;
      source.handle = this;
      return;
    }
    validateObject(source, 'source', kValidateObjectAllowObjects);
    checkStrategy(strategy, 'strategy');
    const core = new ReadableCore();
    core.handle = this;
    this.#core = core;
    openSource(core, source, strategy);
  }

  static from(iterable) {
    const { coreFromIterable } = require('internal/webstreams/from_iterable');
    return new ReadableStream(coreFromIterable(iterable));
  }

  get locked() {
    return check(this).reader !== null;
  }

  cancel(reason = undefined) {
    const core = readableCoreOf(this);
    if (core === undefined) return Promise.reject(invalidThis('ReadableStream'));
    if (core.reader !== null) return Promise.reject(invalidState('ReadableStream is locked'));
    return core.cancel(reason);
  }

  getReader(options = undefined) {
    check(this);
    const readers = require('internal/webstreams/readers');
    return new readers[readerClass(options)](this);
  }

  pipeThrough(transform, options = undefined) {
    const core = check(this);
    const readable = transform?.readable;
    if (readableCoreOf(readable) === undefined) {
      throw wrongInstance('transform.readable', 'ReadableStream', readable);
    }
    const target = writableTarget(transform.writable);
    const { pipeTo, readOptions } = require('internal/webstreams/pipe');
    const settings = readOptions(options);
    checkUnlocked(core, target);
    const { markHandled } = require('internal/webstreams/outcome');
    markHandled(pipeTo(core, target, settings));
    return readable;
  }

  pipeTo(destination, options = undefined) {
    const { pipeTo, readOptions } = require('internal/webstreams/pipe');
    try {
      const core = check(this);
      const target = writableTarget(destination);
      const settings = readOptions(options);
      checkUnlocked(core, target);
      return pipeTo(core, target, settings);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  tee() {
    const core = check(this);
    if (core.reader !== null) throw invalidState('ReadableStream is locked');
    return tee(core);
  }

  values(options = undefined) {
    const core = check(this);
    validateObject(options ?? null, 'options', kValidateObjectAllowObjectsAndNull);
    const preventCancel = Boolean(options?.preventCancel);
    if (core.reader !== null) throw invalidState('ReadableStream is locked');
    const { iterate } = require('internal/webstreams/iterator');
    return iterate(new ReaderCore(core, false), preventCancel);
  }

  get [kIsDisturbed]() {
    return this.#core.disturbed;
  }

  get [kIsErrored]() {
    return this.#core.state === ERRORED;
  }

  get [kIsReadable]() {
    return this.#core.state === READABLE;
  }

  [kControllerErrorFunction](error) {
    this.#core.source.fail(error);
  }

  get [kIsClosedPromise]() {
    return this.#core.closedPromise();
  }

  [kInspect](depth, options) {
    const core = check(this);
    const fields = {
      locked: core.reader !== null,
      state: stateOf(this),
      supportsBYOB: core.source.isByteSource,
    };
    return show('ReadableStream', fields, depth, options);
  }
}

Object.defineProperties(ReadableStream.prototype, {
  [Symbol.asyncIterator]: {
    __proto__: null, value: ReadableStream.prototype.values, writable: true, configurable: true,
  },
});
Object.defineProperty(ReadableStream, 'from', { __proto__: null, enumerable: true });
defineInterface(ReadableStream, ['locked', 'cancel', 'getReader', 'pipeThrough', 'pipeTo', 'tee', 'values']);

function check(value) {
  const core = readableCoreOf(value);
  if (core === undefined) throw invalidThis('ReadableStream');
  return core;
}

// The name of the class of readers that getReader() was asked for.
function readerClass(options) {
  if (options === undefined || options === null) return 'ReadableStreamDefaultReader';
  validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
  const { mode } = options;
  if (mode !== undefined && `${mode}` !== 'byob') throw new codes.ERR_INVALID_ARG_VALUE('options.mode', mode);
  return mode === undefined ? 'ReadableStreamDefaultReader' : 'ReadableStreamBYOBReader';
}

function writableTarget(value) {
  const core = writableCoreOf(value);
  if (core === undefined) throw wrongInstance('transform.writable', 'WritableStream', value);
  return core;
}

function checkUnlocked(source, target) {
  if (source.reader !== null) throw invalidState('The ReadableStream is locked');
  if (target.writer !== null) throw invalidState('The WritableStream is locked');
}

function tee(core) {
  const branches = core.source.isByteSource ?
    require('internal/webstreams/byte_tee').teeBytes(core) :
    require('internal/webstreams/tee').teeValues(core);
  return [new ReadableStream(branches[0]), new ReadableStream(branches[1])];
}

// Node exports this, too.
function ReadableStreamTee(stream) {
  const core = readableCoreOf(stream);
  if (core === undefined) throw wrongInstance('stream', 'ReadableStream', stream);
  return tee(core);
}

module.exports = { ReadableStream, ReadableStreamTee };
