// TransformStream and its controller.
'use strict';

const { ReadableCore } = require('internal/webstreams/readable_core');
const { ValueSource } = require('internal/webstreams/value_source');
const { WritableCore } = require('internal/webstreams/writable_core');
const { ReadableStream } = require('internal/webstreams/readable_stream');
const { WritableStream } = require('internal/webstreams/writable_stream');
const { TransformCore } = require('internal/webstreams/transform_core');
const { checkStrategy, readStrategy } = require('internal/webstreams/strategies');
const { codes, invalidState, invalidThis } = require('internal/webstreams/stream_errors');
const { cores } = require('internal/webstreams/interface');
const { defineInterface, kInspect, show } = require('internal/webstreams/interface_shape');
const { kValidateObjectAllowObjects, validateObject } = require('internal/validators');

const kCreate = Symbol('kCreate');

// The object that a script gave to the constructor, its functions read once.
class ScriptTransformer {
  constructor(object) {
    this.object = object;
    this.onCancel = callbackOf(object, 'cancel');
    this.onFlush = callbackOf(object, 'flush');
    rejectType(object, 'readableType');
    this.onStart = callbackOf(object, 'start');
    this.onTransform = callbackOf(object, 'transform');
    rejectType(object, 'writableType');
    this.controller = undefined;
  }

  start() {
    const { onStart } = this;
    return onStart === undefined ? undefined : Reflect.apply(onStart, this.object, [this.controller]);
  }

  // Without a function of the script's, chunks go on as they are.
  transform(chunk, core) {
    const { onTransform } = this;
    if (onTransform !== undefined) return Reflect.apply(onTransform, this.object, [chunk, this.controller]);
    core.enqueue(chunk);
    return undefined;
  }

  flush() {
    const { onFlush } = this;
    return onFlush === undefined ? undefined : Reflect.apply(onFlush, this.object, [this.controller]);
  }

  cancel(reason) {
    const { onCancel } = this;
    return onCancel === undefined ? undefined : Reflect.apply(onCancel, this.object, [reason]);
  }
}

function callbackOf(object, name) {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'function') throw new codes.ERR_INVALID_ARG_TYPE(`transformer.${name}`, 'Function', value);
  return value;
}

function rejectType(object, name) {
  const type = object[name];
  if (type !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError(`transformer.${name}`, type);
}

// Both sides of a transformer of the library's own, which is a class like ScriptTransformer.
function makeTransform(transformer) {
  const core = new TransformCore(transformer);
  const writable = new WritableCore(core, 1, undefined);
  const readable = new ReadableCore();
  core.connect(writable, readable, new ValueSource(readable, core, 0, undefined));
  core.start(undefined);
  return { readable: new ReadableStream(readable), writable: new WritableStream(writable) };
}

// In place of a core: two streams that belong together, as a transform that was handed over is received.
class JoinedSides {
  constructor(readable, writable) {
    this.readable = cores.readable(readable);
    this.writable = cores.writable(writable);
    this.backpressure = undefined;
  }
}

function joinSides(readable, writable) {
  return new TransformStream(new JoinedSides(readable, writable));
}

class TransformStream {
  #core;
  #readable;
  #writable;

  static {
    cores.transform = (value) =>
      (typeof value === 'object' && value !== null && #core in value ? value.#core : undefined);
  }

  constructor(transformer = {}, writableStrategy = {}, readableStrategy = {}) {
    if (transformer instanceof JoinedSides) {
      this.#core = transformer;
      this.#readable = transformer.readable.handle;
      this.#writable = transformer.writable.handle;
      return;
    }
    validateObject(transformer, 'transformer', kValidateObjectAllowObjects);
    checkStrategy(writableStrategy, 'writableStrategy');
    checkStrategy(readableStrategy, 'readableStrategy');
    const script = new ScriptTransformer(transformer);
    const outgoing = readStrategy(readableStrategy, 0);
    const incoming = readStrategy(writableStrategy, 1);
    const core = new TransformCore(script);
    core.handle = this;
    this.#core = core;
    const writable = new WritableCore(core, incoming.mark, incoming.sizeOf);
    const readable = new ReadableCore();
    core.connect(writable, readable, new ValueSource(readable, core, outgoing.mark, outgoing.sizeOf));
    this.#writable = new WritableStream(writable);
    this.#readable = new ReadableStream(readable);
    script.controller = new TransformStreamDefaultController(kCreate, core);
    core.start(script.start());
  }

  get readable() {
    if (cores.transform(this) === undefined) throw invalidThis('TransformStream');
    return this.#readable;
  }

  get writable() {
    if (cores.transform(this) === undefined) throw invalidThis('TransformStream');
    return this.#writable;
  }

  [kInspect](depth, options) {
    const fields = { readable: this.#readable, writable: this.#writable, backpressure: this.#core.backpressure };
    return show('TransformStream', fields, depth, options);
  }
}

defineInterface(TransformStream, ['readable', 'writable']);

let isController;

class TransformStreamDefaultController {
  #core;

  static {
    isController = (value) => typeof value === 'object' && value !== null && #core in value;
  }

  constructor(token = undefined, core = undefined) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#core = core;
  }

  get desiredSize() {
    if (!isController(this)) throw invalidThis('TransformStreamDefaultController');
    return this.#core.source.desiredSize;
  }

  enqueue(chunk = undefined) {
    if (!isController(this)) throw invalidThis('TransformStreamDefaultController');
    if (!this.#core.source.isOpen) throw invalidState('Unable to enqueue');
    this.#core.enqueue(chunk);
  }

  error(reason = undefined) {
    if (!isController(this)) throw invalidThis('TransformStreamDefaultController');
    this.#core.fail(reason);
  }

  terminate() {
    if (!isController(this)) throw invalidThis('TransformStreamDefaultController');
    const core = this.#core;
    if (core.source.isOpen) core.source.close();
    core.failWritable(invalidState('TransformStream has been terminated'));
  }

  [kInspect](depth, options) {
    return show('TransformStreamDefaultController', { stream: this.#core.handle }, depth, options);
  }
}

defineInterface(TransformStreamDefaultController, ['desiredSize', 'enqueue', 'error', 'terminate']);

module.exports = { TransformStream, TransformStreamDefaultController, joinSides, makeTransform };
