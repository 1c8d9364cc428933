// ReadableStreamDefaultController and ReadableByteStreamController: what a producer gives chunks to.
'use strict';

const { CLOSED } = require('internal/webstreams/readable_core');
const { codes, invalidState, invalidThis } = require('internal/webstreams/stream_errors');
const { checkView } = require('internal/webstreams/buffers');
const { defineInterface, kInspect, show } = require('internal/webstreams/interface_shape');

const kCreate = Symbol('kCreate');

let isDefaultController;

class ReadableStreamDefaultController {
  #source;

  static {
    isDefaultController = (value) => typeof value === 'object' && value !== null && #source in value;
  }

  constructor(token = undefined, source = undefined) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#source = source;
  }

  get desiredSize() {
    if (!isDefaultController(this)) throw invalidThis('ReadableStreamDefaultController');
    return this.#source.desiredSize;
  }

  close() {
    if (!isDefaultController(this)) throw invalidThis('ReadableStreamDefaultController');
    if (!this.#source.isOpen) throw invalidState('Controller is already closed');
    this.#source.close();
  }

  enqueue(chunk = undefined) {
    if (!isDefaultController(this)) throw invalidThis('ReadableStreamDefaultController');
    if (!this.#source.isOpen) throw invalidState('Controller is already closed');
    this.#source.enqueue(chunk);
  }

  error(error = undefined) {
    if (!isDefaultController(this)) throw invalidThis('ReadableStreamDefaultController');
    this.#source.fail(error);
  }

  [kInspect](depth, options) {
    return show('ReadableStreamDefaultController', {}, depth, options);
  }
}

defineInterface(ReadableStreamDefaultController, ['desiredSize', 'close', 'enqueue', 'error']);

let isByteController;

class ReadableByteStreamController {
  #source;

  static {
    isByteController = (value) => typeof value === 'object' && value !== null && #source in value;
  }

  constructor(token = undefined, source = undefined) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#source = source;
  }

  get byobRequest() {
    if (!isByteController(this)) throw invalidThis('ReadableByteStreamController');
    return this.#source.byobRequest();
  }

  get desiredSize() {
    if (!isByteController(this)) throw invalidThis('ReadableByteStreamController');
    return this.#source.desiredSize;
  }

  close() {
    if (!isByteController(this)) throw invalidThis('ReadableByteStreamController');
    this.#checkOpen();
    this.#source.close();
  }

  enqueue(chunk) {
    if (!isByteController(this)) throw invalidThis('ReadableByteStreamController');
    checkView(chunk, 'buffer', 'chunk');
    if (chunk.byteLength === 0 || chunk.buffer.byteLength === 0) {
      throw invalidState('chunk ArrayBuffer is zero-length or detached');
    }
    this.#checkOpen();
    this.#source.enqueue(chunk);
  }

  error(error = undefined) {
    if (!isByteController(this)) throw invalidThis('ReadableByteStreamController');
    this.#source.fail(error);
  }

  #checkOpen() {
    const source = this.#source;
    if (source.isOpen) return;
    throw invalidState(source.closing || source.stream.state === CLOSED ?
      'ReadableStream is already closed' : 'ReadableStream is not readable');
  }

  [kInspect](depth, options) {
    return show('ReadableByteStreamController', {}, depth, options);
  }
}

defineInterface(ReadableByteStreamController, ['byobRequest', 'desiredSize', 'close', 'enqueue', 'error']);

// The public object for a source.
function controllerFor(source) {
  const Class = source.isByteSource ? ReadableByteStreamController : ReadableStreamDefaultController;
  source.handle ??= new Class(kCreate, source);
  return source.handle;
}

module.exports = { ReadableByteStreamController, ReadableStreamDefaultController, controllerFor };
