// How the process of a test file tells its parent what happens: frames between what else it writes to its standard output.
'use strict';

const { Buffer } = require('buffer');
const { serialize, deserialize } = require('v8');

// No text begins so: the first byte is in no UTF-8.
const kMark = [0xFF, 0x0F];
const kHeader = 6;

function encode(event) {
  let body;
  try {
    body = serialize(pack(event));
  } catch {
    body = serialize(pack({ ...event, data: toPlain(event.data) }));
  }
  const head = Buffer.alloc(kHeader);
  head[0] = kMark[0];
  head[1] = kMark[1];
  head.writeUInt32BE(body.length, 2);
  return Buffer.concat([head, body]);
}

const kError = '\0error';

// Errors are sent as what they consist of: other properties than the engine's own would get lost.
function pack(value, seen = new Map()) {
  if (value === null || typeof value !== 'object') return packPlain(value);
  if (seen.has(value)) return seen.get(value);
  const { isNativeError } = require('internal/util/types');
  if (isNativeError(value)) return packError(value, seen);
  if (Array.isArray(value)) {
    const list = [];
    seen.set(value, list);
    for (const one of value) list.push(pack(one, seen));
    return list;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  const result = {};
  seen.set(value, result);
  for (const key of Object.keys(value)) result[key] = pack(value[key], seen);
  return result;
}

function packPlain(value) {
  if (typeof value !== 'function' && typeof value !== 'symbol') return value;
  return require('internal/util/inspect').inspect(value);
}

function packError(error, seen) {
  const packed = {};
  seen.set(error, packed);
  const properties = {};
  for (const key of Object.keys(error)) properties[key] = pack(error[key], seen);
  if ('cause' in error) properties.cause = pack(error.cause, seen);
  packed[kError] = [String(error.name), String(error.message), error.stack, properties, Object.hasOwn(error, 'cause')];
  return packed;
}

// What cannot be sent at all is sent as a text of it.
function toPlain(data) {
  const { inspect } = require('internal/util/inspect');
  const result = {};
  for (const key of Object.keys(data)) {
    if (key === 'details') result.details = toPlainDetails(data.details, inspect);
    else result[key] = typeof data[key] === 'object' && data[key] !== null ? inspect(data[key]) : data[key];
  }
  return result;
}

function toPlainDetails(details, inspect) {
  const { error } = details;
  if (error === undefined) return details;
  const { failure } = require('internal/test/failure');
  const cause = error.cause instanceof Error ? new Error(error.cause.message) : inspect(error.cause);
  return { ...details, error: failure(cause, error.failureType) };
}

function unpack(value, seen = new Map()) {
  if (value === null || typeof value !== 'object') return value;
  if (seen.has(value)) return seen.get(value);
  if (Object.hasOwn(value, kError)) return unpackError(value, seen);
  seen.set(value, value);
  if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) {
    for (const key of Object.keys(value)) value[key] = unpack(value[key], seen);
  }
  return value;
}

function unpackError(packed, seen) {
  const { 0: name, 1: message, 2: stack, 3: properties, 4: hasCause } = packed[kError];
  const error = properties.code === 'ERR_TEST_FAILURE' ?
    require('internal/test/failure').failure(unpack(properties.cause, seen), properties.failureType) :
    new Error(message);
  seen.set(packed, error);
  const hidden = { __proto__: null, stack, message };
  if (name !== 'Error') hidden.name = name;
  for (const key of Object.keys(hidden)) {
    Object.defineProperty(error, key, {
      __proto__: null, value: hidden[key], writable: true, configurable: true, enumerable: false,
    });
  }
  for (const key of Object.keys(properties)) {
    if (key !== 'cause' || hasCause) error[key] = unpack(properties[key], seen);
  }
  return error;
}

// Takes the bytes of a standard output apart: `onEvent` gets the events, `onOutput` all else.
class Decoder {
  #rest = Buffer.alloc(0);
  #onEvent;
  #onOutput;

  constructor(onEvent, onOutput) {
    this.#onEvent = onEvent;
    this.#onOutput = onOutput;
  }

  take(chunk) {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const start = bytes.indexOf(kMark[0]);
      if (start !== 0) {
        const end = start === -1 ? bytes.length : start;
        if (end > 0) this.#onOutput(bytes.subarray(0, end));
        bytes = bytes.subarray(end);
      }
      const size = frameSize(bytes);
      if (size === undefined) break;
      if (size === 0) {
        this.#onOutput(bytes.subarray(0, 1));
        bytes = bytes.subarray(1);
        continue;
      }
      this.#onEvent(unpack(deserialize(bytes.subarray(kHeader, size))));
      bytes = bytes.subarray(size);
    }
    this.#rest = bytes;
  }

  end() {
    if (this.#rest.length > 0) this.#onOutput(this.#rest);
    this.#rest = Buffer.alloc(0);
  }
}

// Of the frame at the beginning: 0 if there is none, undefined if it is not there as a whole.
function frameSize(bytes) {
  if (bytes.length < 2) return undefined;
  if (bytes[1] !== kMark[1]) return 0;
  if (bytes.length < kHeader) return undefined;
  const size = kHeader + bytes.readUInt32BE(2);
  return bytes.length < size ? undefined : size;
}

module.exports = { encode, Decoder };
