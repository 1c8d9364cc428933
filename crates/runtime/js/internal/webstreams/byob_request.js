// ReadableStreamBYOBRequest: the buffer of a reader, offered to the producer.
'use strict';

const { codes, invalidState, invalidThis } = require('internal/webstreams/stream_errors');
const { checkView, isDetached } = require('internal/webstreams/buffers');
const { defineInterface, kInspect, show } = require('internal/webstreams/interface_shape');

const kCreate = Symbol('kCreate');

let isRequest;
let withdrawRequest;

class ReadableStreamBYOBRequest {
  // Both null once the request has been answered.
  #source;
  #view;

  static {
    isRequest = (value) => typeof value === 'object' && value !== null && #view in value;
    withdrawRequest = (request) => {
      request.#source = null;
      request.#view = null;
    };
  }

  constructor(token = undefined, source = undefined, view = undefined) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#source = source;
    this.#view = view;
  }

  get view() {
    if (!isRequest(this)) throw invalidThis('ReadableStreamBYOBRequest');
    return this.#view;
  }

  respond(bytesWritten) {
    if (!isRequest(this)) throw invalidThis('ReadableStreamBYOBRequest');
    const source = this.#answerable();
    if (isDetached(this.#view.buffer)) throw invalidState('Viewed ArrayBuffer is detached');
    const count = +bytesWritten;
    if (!(count >= 0) || count === Infinity) throw new codes.ERR_INVALID_ARG_VALUE('bytesWritten', bytesWritten);
    source.respond(Math.trunc(count));
  }

  respondWithNewView(view) {
    if (!isRequest(this)) throw invalidThis('ReadableStreamBYOBRequest');
    checkView(view, 'view', 'view');
    const source = this.#answerable();
    if (isDetached(view.buffer)) throw invalidState('Viewed ArrayBuffer is detached');
    source.respondWithNewView(view);
  }

  #answerable() {
    if (this.#source === null) throw invalidState('This BYOB request has been invalidated');
    return this.#source;
  }

  [kInspect](depth, options) {
    const fields = { view: this.#view, controller: this.#source?.handle };
    return show('ReadableStreamBYOBRequest', fields, depth, options);
  }
}

defineInterface(ReadableStreamBYOBRequest, ['view', 'respond', 'respondWithNewView']);

function makeRequest(source, view) {
  return new ReadableStreamBYOBRequest(kCreate, source, view);
}

module.exports = { ReadableStreamBYOBRequest, makeRequest, withdrawRequest };
