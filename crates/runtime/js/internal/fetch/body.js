// Bodies of requests and responses: what they are made of, and how they are read. A stream is made of one only if a
// script asks for it.
'use strict';

const { Blob, isBlob } = require('internal/buffer/blob');
const { isReadableStream, readableCoreOf } = require('internal/webstreams/interface');
const { illegalInvocation, toUsvString, typeError } = require('internal/fetch/web_idl');
const types = require('internal/util/types');

function utf8(text) {
  return new (require('internal/encoding').TextEncoder)().encode(text);
}

class Body {
  #source;
  #stream = null;
  #isRead = false;

  // `source`: bytes, a Blob or a ReadableStream.
  constructor(source) {
    if (isReadableStream(source)) this.#stream = source;
    else this.#source = source;
  }

  get stream() {
    if (this.#stream === null) this.#stream = this.#isRead ? readStream() : this.#makeStream();
    return this.#stream;
  }

  #makeStream() {
    if (isBlob(this.#source)) return this.#source.stream();
    const bytes = this.#source;
    const { ReadableStream } = require('internal/webstreams/readable_stream');
    return new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (bytes.byteLength > 0) controller.enqueue(bytes.slice());
        controller.close();
        controller.byobRequest?.respond(0);
      },
    });
  }

  // How many bytes there are, or null for a stream: nobody knows, and it can be read only once.
  get length() {
    if (this.#stream !== null) return null;
    return isBlob(this.#source) ? this.#source.size : this.#source.byteLength;
  }

  get isUsed() {
    return this.#isRead || this.#stream !== null && readableCoreOf(this.#stream).disturbed;
  }

  get isUnusable() {
    return this.isUsed || this.#stream !== null && this.#stream.locked;
  }

  // Another with the same contents: one that was not read.
  clone() {
    if (this.#stream === null) return new Body(this.#source);
    const { 0: one, 1: other } = this.#stream.tee();
    this.#stream = one;
    return new Body(other);
  }

  // The contents go to another, which this is used for.
  moveTo() {
    const other = this.#stream === null ? new Body(this.#source) : new Body(this.#throughAnother());
    this.#isRead = true;
    return other;
  }

  #throughAnother() {
    const { TransformStream } = require('stream/web');
    return this.#stream.pipeThrough(new TransformStream());
  }

  async bytes() {
    if (this.#stream !== null) return readAll(this.#stream);
    this.#isRead = true;
    return isBlob(this.#source) ? this.#source.bytes() : this.#source.slice();
  }
}

// What is left of a body that was read without one.
function readStream() {
  const { ReadableStream } = require('internal/webstreams/readable_stream');
  const stream = new ReadableStream({ type: 'bytes', start(controller) { controller.close(); } });
  stream.getReader().read();
  return stream;
}

async function readAll(stream) {
  const reader = stream.getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    if (!types.isUint8Array(value)) {
      const error = typeError('Received non-Uint8Array chunk');
      await reader.cancel(error);
      throw error;
    }
    chunks.push(value);
    length += value.byteLength;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function copyBytes(value) {
  return ArrayBuffer.isView(value) ?
    new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice() :
    new Uint8Array(value).slice();
}

function streamOf(value) {
  if (value.locked || readableCoreOf(value).disturbed) {
    throw typeError('Response body object should not be disturbed or locked');
  }
  return value;
}

// What a script gave for a body: { body, type, isStream }, where type is null if it says nothing of its own.
function extractBody(value) {
  if (isReadableStream(value)) return { body: new Body(streamOf(value)), type: null, isStream: true };
  if (isBlob(value)) return { body: new Body(value), type: value.type === '' ? null : value.type, isStream: false };
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) {
    return { body: new Body(copyBytes(value)), type: null, isStream: false };
  }
  if (value instanceof require('internal/url').URLSearchParams) {
    const type = 'application/x-www-form-urlencoded;charset=UTF-8';
    return { body: new Body(utf8(`${value}`)), type, isStream: false };
  }
  if (require('internal/fetch/form_data').isFormData(value)) {
    const { blob, type } = require('internal/fetch/multipart').writeForm(value);
    return { body: new Body(blob), type, isStream: false };
  }
  if (typeof value === 'object' && typeof value[Symbol.asyncIterator] === 'function') {
    const { ReadableStream } = require('internal/webstreams/readable_stream');
    return { body: new Body(ReadableStream.from(value)), type: null, isStream: true };
  }
  return { body: new Body(utf8(toUsvString(value))), type: 'text/plain;charset=UTF-8', isStream: false };
}

function decode(bytes) {
  return new (require('internal/encoding').TextDecoder)().decode(bytes);
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    require('internal/json_error').explain(error, text, parseJson);
    throw error;
  }
}

// The type that the fields tell, or null.
function typeOf(list) {
  const field = list.get('content-type');
  if (field === null) return null;
  try {
    return new (require('internal/mime').MIMEType)(field);
  } catch {
    return null;
  }
}

function typeText(type) {
  if (type === null) return '';
  const params = type.params.toString();
  return params === '' ? type.essence : `${type.essence};${params}`;
}

function parseForm(bytes, type) {
  if (type?.essence === 'multipart/form-data') {
    return require('internal/fetch/multipart').readForm(bytes, type.params.get('boundary'));
  }
  if (type?.essence === 'application/x-www-form-urlencoded') {
    const form = new (require('internal/fetch/form_data').FormData)();
    const { URLSearchParams } = require('internal/url');
    new URLSearchParams(decode(bytes)).forEach((value, name) => form.append(name, value));
    return form;
  }
  throw typeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
}

const kConversions = {
  blob: (bytes, list) => new Blob([bytes], { __proto__: null, type: typeText(typeOf(list)) }),
  arrayBuffer: (bytes) => bytes.buffer,
  text: decode,
  json: (bytes) => parseJson(decode(bytes)),
  formData: (bytes, list) => parseForm(bytes, typeOf(list)),
  bytes: (bytes) => bytes,
};

// Gives a class the methods that read its body. `stateOf(object)` has `body` and the list of fields, undefined for
// objects of other classes.
function defineReading(Class, stateOf) {
  const check = (object) => {
    const state = stateOf(object);
    if (state === undefined) throw illegalInvocation();
    if (state.body?.isUnusable) throw typeError('Body is unusable: Body has already been read');
    return state;
  };
  for (const name of Object.keys(kConversions)) {
    const convert = kConversions[name];
    const { [name]: method } = {
      async [name]() {
        const { body, list } = check(this);
        const bytes = body === null ? new Uint8Array() : await body.bytes();
        return convert(bytes, list);
      },
    };
    Class.prototype[name] = method;
  }
  Class.prototype.textStream = function textStream() {
    const { body } = check(this);
    const { ReadableStream, TextDecoderStream } = require('stream/web');
    const stream = body === null ? new ReadableStream({ start(controller) { controller.close(); } }) : body.stream;
    return stream.pipeThrough(new TextDecoderStream());
  };
}

module.exports = { Body, defineReading, extractBody };
