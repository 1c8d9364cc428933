// WritableStream, its writer and its controller.
'use strict';

const { ERRORED, WRITABLE, WritableCore } = require('internal/webstreams/writable_core');
const { WriterCore } = require('internal/webstreams/writer_core');
const { checkStrategy, readStrategy } = require('internal/webstreams/strategies');
const { codes, invalidState, invalidThis, wrongInstance } = require('internal/webstreams/stream_errors');
const { cores, stateOf, writableCoreOf } = require('internal/webstreams/interface');
const { defineInterface, kInspect, show } = require('internal/webstreams/interface_shape');
const { kValidateObjectAllowObjects, validateObject } = require('internal/validators');

const kIsErrored = Symbol.for('nodejs.stream.errored');
const kIsWritable = Symbol.for('nodejs.stream.writable');
const kIsClosedPromise = Symbol.for('nodejs.webstream.isClosedPromise');
const kControllerErrorFunction = Symbol.for('nodejs.webstream.controllerErrorFunction');

const kCreate = Symbol('kCreate');

// The object that a script gave to the constructor, its functions read once.
class ScriptSink {
  constructor(object) {
    this.object = object;
    this.onAbort = callbackOf(object, 'abort');
    this.onClose = callbackOf(object, 'close');
    this.onStart = callbackOf(object, 'start');
    if (object.type !== undefined) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('type', object.type);
    this.onWrite = callbackOf(object, 'write');
    this.controller = undefined;
  }

  start() {
    const { onStart } = this;
    return onStart === undefined ? undefined : Reflect.apply(onStart, this.object, [this.controller]);
  }

  write(chunk) {
    const { onWrite } = this;
    return onWrite === undefined ? undefined : Reflect.apply(onWrite, this.object, [chunk, this.controller]);
  }

  close() {
    const { onClose } = this;
    return onClose === undefined ? undefined : Reflect.apply(onClose, this.object, []);
  }

  abort(reason) {
    const { onAbort } = this;
    return onAbort === undefined ? undefined : Reflect.apply(onAbort, this.object, [reason]);
  }
}

function callbackOf(object, name) {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'function') throw new codes.ERR_INVALID_ARG_TYPE(`sink.${name}`, 'Function', value);
  return value;
}

class WritableStream {
  #core;

  static {
    cores.writable = (value) =>
      (typeof value === 'object' && value !== null && #core in value ? value.#core : undefined);
  }

  // The library passes a core that is complete already.
  constructor(sink = {}, strategy = {}) {
    if (sink instanceof WritableCore) {
      this.#core = sink;
      sink.handle = this;
      return;
    }
    validateObject(sink, 'sink', kValidateObjectAllowObjects);
    checkStrategy(strategy, 'strategy');
    const { mark, sizeOf } = readStrategy(strategy, 1);
    const scriptSink = new ScriptSink(sink);
    const core = new WritableCore(scriptSink, mark, sizeOf);
    core.handle = this;
    this.#core = core;
    scriptSink.controller = new WritableStreamDefaultController(kCreate, core);
    core.start(scriptSink.start());
  }

  get locked() {
    return check(this).writer !== null;
  }

  abort(reason = undefined) {
    const core = writableCoreOf(this);
    if (core === undefined) return Promise.reject(invalidThis('WritableStream'));
    if (core.writer !== null) return Promise.reject(invalidState('WritableStream is locked'));
    return core.abort(reason);
  }

  close() {
    const core = writableCoreOf(this);
    if (core === undefined) return Promise.reject(invalidThis('WritableStream'));
    if (core.writer !== null) return Promise.reject(invalidState('WritableStream is locked'));
    if (core.isClosing) return Promise.reject(invalidState('Failure closing WritableStream'));
    return core.close();
  }

  getWriter() {
    check(this);
    return new WritableStreamDefaultWriter(this);
  }

  get [kIsErrored]() {
    return this.#core.state === ERRORED;
  }

  get [kIsWritable]() {
    return this.#core.state === WRITABLE;
  }

  [kControllerErrorFunction](error) {
    this.#core.fail(error);
  }

  get [kIsClosedPromise]() {
    return this.#core.closedPromise();
  }

  [kInspect](depth, options) {
    const { writer } = check(this);
    return show('WritableStream', { locked: writer !== null, state: stateOf(this) }, depth, options);
  }
}

defineInterface(WritableStream, ['locked', 'abort', 'close', 'getWriter']);

function check(value) {
  const core = writableCoreOf(value);
  if (core === undefined) throw invalidThis('WritableStream');
  return core;
}

let isWriter;

class WritableStreamDefaultWriter {
  #core;

  static {
    isWriter = (value) => typeof value === 'object' && value !== null && #core in value;
  }

  constructor(stream) {
    const core = writableCoreOf(stream);
    if (core === undefined) throw wrongInstance('stream', 'WritableStream', stream);
    if (core.writer !== null) throw invalidState('WritableStream is locked');
    this.#core = new WriterCore(core);
  }

  get closed() {
    return isWriter(this) ? this.#core.closedPromise : notAWriter();
  }

  get desiredSize() {
    if (!isWriter(this)) throw invalidThis('WritableStreamDefaultWriter');
    if (this.#core.stream === null) throw unbound();
    return this.#core.stream.desiredSize;
  }

  get ready() {
    return isWriter(this) ? this.#core.readyPromise : notAWriter();
  }

  abort(reason = undefined) {
    if (!isWriter(this)) return notAWriter();
    const { stream } = this.#core;
    return stream === null ? Promise.reject(unbound()) : stream.abort(reason);
  }

  close() {
    if (!isWriter(this)) return notAWriter();
    const { stream } = this.#core;
    if (stream === null) return Promise.reject(unbound());
    if (stream.isClosing) return Promise.reject(invalidState('Failure to close WritableStream'));
    return stream.close();
  }

  releaseLock() {
    if (!isWriter(this)) throw invalidThis('WritableStreamDefaultWriter');
    if (this.#core.stream !== null) this.#core.release();
  }

  write(chunk = undefined) {
    if (!isWriter(this)) return notAWriter();
    const core = this.#core;
    const { stream } = core;
    if (stream === null) return Promise.reject(unbound());
    if (stream.sizeOf === undefined && stream.isIdle) return stream.writeAlone(chunk);
    const receipt = Promise.withResolvers();
    core.write(chunk, receipt);
    return receipt.promise;
  }

  [kInspect](depth, options) {
    const core = this.#core;
    const { stream } = core;
    const fields = {
      stream: stream?.handle,
      close: core.closedPromise,
      ready: core.readyPromise,
      desiredSize: stream?.desiredSize,
    };
    return show('WritableStreamDefaultWriter', fields, depth, options);
  }
}

defineInterface(WritableStreamDefaultWriter,
  ['closed', 'desiredSize', 'ready', 'abort', 'close', 'releaseLock', 'write']);

function notAWriter() {
  return Promise.reject(invalidThis('WritableStreamDefaultWriter'));
}

function unbound() {
  return invalidState('Writer is not bound to a WritableStream');
}

let isController;

class WritableStreamDefaultController {
  #core;

  static {
    isController = (value) => typeof value === 'object' && value !== null && #core in value;
  }

  constructor(token = undefined, core = undefined) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#core = core;
  }

  get signal() {
    if (!isController(this)) throw invalidThis('WritableStreamDefaultController');
    return this.#core.signal;
  }

  error(error = undefined) {
    if (!isController(this)) throw invalidThis('WritableStreamDefaultController');
    this.#core.fail(error);
  }

  [kInspect](depth, options) {
    return show('WritableStreamDefaultController', { stream: this.#core.handle }, depth, options);
  }
}

defineInterface(WritableStreamDefaultController, ['signal', 'error']);

module.exports = { WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter };
