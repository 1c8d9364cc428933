// The second half of structured clone: a list of tokens becomes a value.
'use strict';

const {
  kPrimitive, kSeen, kGiven, kReady, kObject, kArray, kSparseArray, kHole, kMap, kSet, kError, kDomException, kView,
  kRevived,
} = require('internal/messaging/token');

class Reader {
  constructor(tokens, given) {
    this.tokens = tokens;
    this.at = 0;
    // The objects so far, by their numbers.
    this.objects = [];
    // Objects that were handed over.
    this.given = given;
  }

  next() {
    return this.tokens[this.at++];
  }

  keep(object) {
    this.objects.push(object);
    return object;
  }
}

// The value that the tokens stand for. `given`: what was handed over with it, as it is at this end.
function read(tokens, given) {
  return readValue(new Reader(tokens, given));
}

// The same, with all objects that it is made of.
function readWithObjects(tokens, given) {
  const reader = new Reader(tokens, given);
  return { value: readValue(reader), objects: reader.objects };
}

function readValue(reader) {
  const token = reader.next();
  switch (token) {
    case kPrimitive: return reader.next();
    case kSeen: return reader.objects[reader.next()];
    case kGiven: return reader.keep(reader.given[reader.next()]);
    case kReady: return reader.keep(reader.next());
    case kObject: return readProperties(reader, reader.keep({}));
    case kArray: return readArray(reader);
    case kSparseArray: return readProperties(reader, reader.keep(new Array(reader.next())));
    case kMap: return readMap(reader);
    case kSet: return readSet(reader);
    case kError: return readError(reader);
    case kDomException: return readDomException(reader);
    case kView: return readView(reader);
    case kRevived: return reader.keep(revive(reader.next()));
  }
}

// An object of the library from another thread.
function revive({ 0: id, 1: tokens, 2: handle }) {
  return require(id).revive(read(tokens, undefined), handle);
}

function readProperties(reader, object) {
  const count = reader.next();
  for (let i = 0; i < count; i++) {
    const key = reader.next();
    const value = readValue(reader);
    if (key === '__proto__') {
      Object.defineProperty(
        object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    } else {
      object[key] = value;
    }
  }
  return object;
}

function readArray(reader) {
  const length = reader.next();
  const array = reader.keep(new Array(length));
  for (let i = 0; i < length; i++) {
    if (reader.tokens[reader.at] === kHole) reader.at++;
    else array[i] = readValue(reader);
  }
  return readProperties(reader, array);
}

// Made by Reflect.construct: `new Map()` would be one of the library's own.
function readMap(reader) {
  const count = reader.next();
  const map = reader.keep(Reflect.construct(Map, []));
  for (let i = 0; i < count; i++) {
    const key = readValue(reader);
    Map.prototype.set.call(map, key, readValue(reader));
  }
  return map;
}

function readSet(reader) {
  const count = reader.next();
  const set = reader.keep(Reflect.construct(Set, []));
  for (let i = 0; i < count; i++) Set.prototype.add.call(set, readValue(reader));
  return set;
}

const errorClasses = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

function readError(reader) {
  const name = reader.next();
  const ErrorClass = Object.hasOwn(errorClasses, name) ? errorClasses[name] : Error;
  const error = reader.keep(new ErrorClass());
  hide(error, 'stack', reader.next());
  const message = reader.next();
  if (message !== undefined) hide(error, 'message', message);
  if (reader.tokens[reader.at] === kHole) reader.at++;
  else hide(error, 'cause', readValue(reader));
  return error;
}

function readDomException(reader) {
  const { DOMException, QuotaExceededError } = require('internal/dom_exception');
  const message = reader.next();
  const name = reader.next();
  const stack = reader.next();
  let exception;
  if (reader.next()) {
    const quota = reader.next() ?? undefined;
    const requested = reader.next() ?? undefined;
    exception = new QuotaExceededError(message, { __proto__: null, quota, requested });
  } else {
    exception = new DOMException(message, name);
  }
  return hide(reader.keep(exception), 'stack', stack);
}

function hide(target, name, value) {
  return Object.defineProperty(target, name, {
    __proto__: null,
    value, writable: true, enumerable: false, configurable: true,
  });
}

const viewClasses = {
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
  Float32Array, Float64Array, BigInt64Array, BigUint64Array, Float16Array: globalThis.Float16Array, DataView,
};

function readView(reader) {
  const ViewClass = viewClasses[reader.next()];
  const offset = reader.next();
  const length = reader.next();
  const buffer = readValue(reader);
  return reader.keep(length === undefined ? new ViewClass(buffer, offset) : new ViewClass(buffer, offset, length));
}

module.exports = { read, readWithObjects };
